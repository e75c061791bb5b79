import { createHandler, createMemoryStore, OptionError } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { type ConsoleOptions, createConsole } from '../src/index.ts';

const store = createAreaMemoryStore();
const handle = createHandler({ store });

describe('createConsole', () => {
  it.each([
    ['store', [undefined, null, {}, 'memory:', Promise.resolve(store), createAreaMemoryStore, { ...store }]],
    ['basePath', ['', 'a', '/a?b', '//', null, 1]],
    ['maxCandidates', [0, -1, 1.5, NaN, Infinity, '100', null]],
    ['maxDuration', [0, -1, NaN, '5000', null]],
    ['onError', ['log', null, {}]],
    ['now', [5, null]],
  ])('refuses what cannot work as the option %s', (option, values) => {
    for (const value of values) {
      const create = () => createConsole(handle, { store, [option]: value } as ConsoleOptions);
      expect(create).toThrow(OptionError);
      expect(create).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', option }));
    }
  });

  it('says how to get a store with area queries', () => {
    const plain = createMemoryStore() as unknown as ConsoleOptions['store'];
    expect(() => createConsole(handle, { store: plain })).toThrow(
      'The option "store" must be a store with area queries: createAreaMemoryStore() makes one, and other stores are ' +
        'one when opened with the option "areas".',
    );
  });

  it('refuses an unknown option', () => {
    expect(() => createConsole(handle, { store, maxRows: 5 } as ConsoleOptions)).toThrow(
      'Unknown option "maxRows". Known options: store, basePath, maxCandidates, maxDuration, publicUrl, mapStyle, ' +
        'onError, now.',
    );
  });

  it.each<Partial<ConsoleOptions>>([
    {},
    {
      basePath: undefined,
      maxCandidates: undefined,
      maxDuration: undefined,
      onError: undefined,
      now: undefined,
    },
    { basePath: '/caf%C3%A9/', maxCandidates: 1, maxDuration: 0.5, onError: () => {}, now: Date.now },
    { maxDuration: Infinity },
  ])('accepts %o', (options) => {
    expect(createConsole(handle, { store, ...options })).toBeTypeOf('function');
  });
});
