import { expect, it } from 'vitest';
import { checkOptionNames } from '../src/adapter-kit.ts';
import {
  createHandler,
  createMemoryStore,
  type HandlerOptions,
  InvalidArgumentError,
  OptionError,
} from '../src/index.ts';

interface Options {
  readonly path: string;
  readonly limit?: number | undefined;
}

it.each<Options>([
  { path: 'a' },
  { path: 'a', limit: undefined },
  { path: 'a', limit: 0 },
  Object.create({ path: 'inherited' }),
])('returns the options %o themselves', (options) => {
  expect(checkOptionNames(options, ['path', 'limit'])).toBe(options);
});

it('returns an empty object where there are no options', () => {
  expect(checkOptionNames<object, never>(undefined, [])).toEqual({});
});

it('leaves the options as they are', () => {
  const options = Object.freeze({ path: 'a', limit: 1 });
  checkOptionNames<Options, keyof Options>(options, ['path', 'limit']);
  expect(options).toEqual({ path: 'a', limit: 1 });
});

it('refuses an unknown name, and lists the known ones', () => {
  const options: Options = Object.assign({ path: 'a' }, { limits: 1 });
  const check = () => checkOptionNames(options, ['path', 'limit']);
  expect(check).toThrow(OptionError);
  expect(check).toThrow('Unknown option "limits". Known options: path, limit.');
});

it.each([null, 'path', 1, () => ({}), [], Promise.resolve({})])(
  'refuses %o in place of options',
  (options) => {
    const check = () => checkOptionNames(options as unknown as Options, ['path', 'limit']);
    expect(check).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', argument: 'options' }));
  },
);

it('says that it was given a store in place of options', () => {
  const store = createMemoryStore() as unknown as Options;
  for (const call of [
    () => checkOptionNames(store, ['path', 'limit']),
    () => createHandler(store as unknown as HandlerOptions),
  ]) {
    expect(call).toThrow(InvalidArgumentError);
    expect(call).toThrow('Invalid "options": expected options; this is a store.');
  }
});

it('does not compile where an option of the type is left out of the names', () => {
  // @ts-expect-error: there is a limit, too.
  expect(() => checkOptionNames<Options, 'path'>({ path: 'a' }, ['path'])).not.toThrow();
});
