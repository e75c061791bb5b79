import { describe, expect, it } from 'vitest';
import {
  createHandler,
  createMemoryStore,
  type HandlerOptions,
  InvalidArgumentError,
  OptionError,
} from '../src/index.ts';

const store = createMemoryStore();

describe('createHandler', () => {
  it.each([
    ['store', [undefined, null, {}, 'memory:', new Map()]],
    ['basePath', ['', 'a', 'a/', '/a?b', '/a#b', '/%', '/%ff', '//', '/a//b', '//a', null, 1, {}]],
    ['bodyLimit', [0, -1, 1.5, NaN, Infinity, 2 ** 26 + 1, '4096', null, 4096n]],
    ['strictCoordinates', ['true', 1, 0, null]],
    ['unknownMembers', ['', 'keep', true, null]],
    ['absentDescription', ['', 'omitted', null, false]],
    ['onError', ['log', null, {}, true]],
  ])('refuses what cannot work as the option %s', (option, values) => {
    for (const value of values) {
      const error = thrownBy(() => createHandler({ store, [option]: value } as HandlerOptions));
      expect(error).toBeInstanceOf(OptionError);
      expect(error).toMatchObject({ code: 'INVALID_OPTION', option });
      expect((error as Error).message).toContain(`"${option}"`);
    }
  });

  it.each([
    ['a spread of a store', { ...store }],
    ['a function', createMemoryStore],
    ['a promise', Promise.resolve(store)],
    ['a URL', 'memory:'],
    ['undefined', undefined],
  ])('says what to pass instead of %s as the store', (_, passed) => {
    const error = thrownBy(() => createHandler({ store: passed } as unknown as HandlerOptions));
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option: 'store' });
    expect((error as Error).message).toBe(
      'The option "store" must be a LocationStore with a method "get", not a function, promise or spread.',
    );
  });

  it('refuses a call without options', () => {
    expect(thrownBy(() => createHandler(undefined as unknown as HandlerOptions))).toMatchObject({
      option: 'store',
    });
  });

  it.each([null, 'memory:', 4096, () => store])('refuses options that are not an object: %o', (options) => {
    const error = thrownBy(() => createHandler(options as unknown as HandlerOptions));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', argument: 'options' });
  });

  it.each(['strictCordinates', 'BodyLimit', 'toString', '__proto__', ''])(
    'refuses the unknown option %j',
    (option) => {
      const error = thrownBy(() => createHandler({ store, [option]: undefined } as HandlerOptions));
      expect(error).toBeInstanceOf(OptionError);
      expect(error).toMatchObject({ code: 'INVALID_OPTION', option });
      expect((error as Error).message).toBe(
        `Unknown option "${option}". Known options: store, basePath, bodyLimit, ` +
          'strictCoordinates, unknownMembers, absentDescription, onError.',
      );
    },
  );

  it.each<Partial<HandlerOptions>>([
    {},
    { basePath: undefined, bodyLimit: undefined, strictCoordinates: undefined, onError: undefined },
    { unknownMembers: undefined, absentDescription: undefined },
    {
      basePath: '/',
      bodyLimit: 1,
      strictCoordinates: true,
      unknownMembers: 'ignore',
      absentDescription: 'null',
    },
    { basePath: '/a/b/', bodyLimit: 2 ** 26, unknownMembers: 'reject', absentDescription: 'omit' },
    { basePath: '/caf%C3%A9%2F' },
  ])('accepts %j', (options) => {
    expect(createHandler({ store, ...options })).toBeTypeOf('function');
  });
});

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
