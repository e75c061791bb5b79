import { expect, it } from 'vitest';
import { checkHandler } from '../src/adapter-kit.ts';
import { createHandler, createMemoryStore } from '../src/index.ts';

const handle = createHandler({ store: createMemoryStore() });

it.each<[string, unknown, string]>([
  ['nothing', undefined, ''],
  ['null', null, ''],
  ['an object', {}, ''],
  ['createHandler', createHandler, '; this is createHandler: pass what it returns'],
  ['a promise', Promise.resolve(handle), '; this is a promise: await it'],
  ['a store', createMemoryStore(), '; this is a store: pass createHandler({ store })'],
  ['an object with a handler, such as a fake', { handle }, '; pass the member "handle" of this'],
])('a handler is expected instead of %s, and the message says what to do', (_what, given, hint) => {
  expect(() => checkHandler(given as typeof handle)).toThrow(
    `Invalid "handle": expected a handler, as createHandler({ store }) returns it${hint}.`,
  );
});

it('a handler passes', () => {
  expect(() => checkHandler(handle)).not.toThrow();
});
