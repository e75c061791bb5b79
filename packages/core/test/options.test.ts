import { expect, it } from 'vitest';
import { checkOptionNames } from '../src/adapter-kit.ts';
import {
  createHandler,
  createMemoryStore,
  type HandlerOptions,
  isStoreError,
  OptionError,
  StoreError,
} from '../src/index.ts';

const store = createMemoryStore();

it.each([
  ['store', [undefined, null, {}, 'memory:', new Map(), { ...store }, createMemoryStore]],
  ['basePath', ['', 'a', 'a/', '/a?b', '/a#b', '/%', '/%ff', '//', '/a//b', '//a', null, 1, {}]],
  ['bodyLimit', [0, -1, 1.5, NaN, Infinity, 2 ** 26 + 1, '4096', null, 4096n]],
  ['strictCoordinates', ['true', 1, 0, null]],
  ['unknownMembers', ['', 'keep', true, null]],
  ['absentDescription', ['', 'omitted', null, false]],
  ['etags', ['yes', 1, null]],
  ['onError', ['log', null, {}, true]],
])('createHandler refuses values that cannot work as the option %s', (option, values) => {
  for (const value of values) {
    const error = thrownBy(() => createHandler({ store, [option]: value } as HandlerOptions));
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({
      code: 'INVALID_OPTION',
      option,
      message: expect.stringContaining(`"${option}"`),
    });
  }
});

it('createHandler refuses an unknown option, and lists the known ones', () => {
  expect(thrownBy(() => createHandler({ store, strictCordinates: true } as HandlerOptions))).toMatchObject({
    code: 'INVALID_OPTION',
    option: 'strictCordinates',
    message:
      'Unknown option "strictCordinates". Known options: store, basePath, bodyLimit, ' +
      'strictCoordinates, unknownMembers, absentDescription, etags, onError.',
  });
});

it('checkOptionNames returns the options, or an empty object if there are none', () => {
  const options: { readonly limit?: number } = Object.freeze({ limit: 1 });
  expect(checkOptionNames(options, ['limit'])).toBe(options);
  expect(checkOptionNames<object, never>(undefined, [])).toEqual({});
});

it('checkOptionNames does not compile if an option of the type is left out of the names', () => {
  const options: { readonly path: string; readonly limit?: number } = { path: '' };
  // @ts-expect-error: the type also has a limit.
  expect(checkOptionNames(options, ['path'])).toBe(options);
});

it('isStoreError recognises errors of this package and of another copy of it, and no others', () => {
  expect(isStoreError(new StoreError('STORE_CLOSED', 'closed'))).toBe(true);
  expect(isStoreError(Object.assign(new Error('full'), { code: 'STORE_UNAVAILABLE' }))).toBe(true);
  expect(isStoreError(Object.assign(new Error('no'), { code: 'ENOENT' }))).toBe(false);
  expect(isStoreError({ code: 'STORE_CLOSED' })).toBe(false);
});

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
