// Here and not in the core, whose tests import no other package.
import * as core from '@location-records/core';
import * as adapterKit from '@location-records/core/adapter-kit';
import * as areas from '@location-records/core/areas';
import { storeOver, testMisuse, testWrongCalls } from '@location-records/workspace/tests';
import { describe } from 'vitest';

const store = core.createMemoryStore();
const request = { method: 'GET', target: '/', headers: {}, body: async () => new Uint8Array() };
const everywhere = { west: -180, south: -90, east: 180, north: 90 };
const location = { coordinates: { latitude: 1, longitude: 2 } };

testMisuse(new URL('../../core/', import.meta.url), {
  '.': {
    exports: core,
    functions: {
      createHandler: [
        ['store'],
        ['options', null],
        ['options', () => store],
        ['options', []],
        ['store', { store: {} }],
        ['store', { store: core.createMemoryStore }],
        ['store', { store: Promise.resolve(store) }],
        ['basePath', { store, basePath: 5 }],
        ['bodyLimit', { store, bodyLimit: '4096' }],
        ['strictCoordinates', { store, strictCoordinates: 'yes' }],
        ['unknownMembers', { store, unknownMembers: true }],
        ['absentDescription', { store, absentDescription: null }],
        ['etags', { store, etags: 'yes' }],
        ['etags', { store: { ...storeOver(store), exchange: undefined }, etags: true }],
        ['onError', { store, onError: {} }],
        ['onerror', { store, onerror: () => {} }],
      ],
      createMemoryStore: [
        ['records', null],
        ['records', 5],
        ['id', [5]],
        ['location.coordinates.latitude', [['a', {}]]],
      ],
      checkIdentifier: [['id'], ['id', 5], ['id', '']],
      checkLocation: [
        ['location.coordinates.latitude'],
        ['location.coordinates.latitude', null],
        ['location.description', { ...location, description: 5 }],
      ],
      compareIdentifiers: [['a'], ['a', 5, 'b'], ['b', 'a', null]],
      withReadOnly: [['handle'], ['handle', {}]],
    },
    unchecked: ['isStoreError'],
    errors: ['InvalidArgumentError', 'OptionError', 'StoreError'],
  },
  './adapter-kit': {
    exports: adapterKit,
    functions: {
      checkHandler: [['handle'], ['handle', {}]],
      checkOptionNames: [
        ['names'],
        ['options', null, []],
        ['names', {}, 'limit'],
        ['limits', { limits: 1 }, ['limit']],
      ],
      checkOptionTypes: [
        ['type'],
        ['type', 'number', {}],
        ['options', 'boolean'],
        ['options', 'boolean', null],
        ['signal', 'signal', { signal: {} }],
        ['onFailure', 'function', { onFailure: 5 }],
        ['verify', 'boolean', { verify: 'no' }],
      ],
      deriveRequest: [
        ['request'],
        ['request', { method: 'GET' }, {}],
        ['changes', request],
        ['changes', request, null],
        ['changes', request, '/target'],
      ],
      errorResponse: [
        ['status'],
        ['status', '404', 'Not found'],
        ['status', 1000, 'Not found'],
        ['message', 404],
        ['message', 404, { error: 'Not found' }],
        ['explanation', 404, 'Not found', 'D4'],
      ],
      findRoute: [
        ['target'],
        ['target', null, []],
        ['target', {}, []],
        ['baseSegments', '/a'],
        ['baseSegments', '/a', 'base'],
      ],
      segmentsBelow: [['target'], ['target', 5, []], ['baseSegments', '/a'], ['baseSegments', '/a', 'a']],
      parseBasePath: [['basePath'], ['basePath', 5], ['basePath', 'a']],
    },
    constants: ['allowedMethods', 'problems'],
  },
  './areas': {
    exports: areas,
    functions: {
      createAreaMemoryStore: [
        ['records', null],
        ['id', [5]],
      ],
      checkWithin: [
        ['box.west'],
        ['box.north', { ...everywhere, north: '1' }],
        ['options.limit', everywhere],
        ['options.limit', everywhere, { limit: '1' }],
        ['options.after.part', everywhere, { limit: 1, after: null }],
      ],
      stripeOf: [['longitude'], ['longitude', '1'], ['longitude', Number.NaN]],
      compareByStripe: [['a'], ['a', 'a', 'b'], ['b', ['a', location]], ['b', ['a', location], ['b', {}]]],
    },
    unchecked: ['isAreaStore'],
    constants: ['stripes'],
  },
});

describe('the memory store', () => {
  testWrongCalls(
    {
      get: [['id'], ['id', 5]],
      put: [['id'], ['location.coordinates.latitude', 'a'], ['location.coordinates.latitude', 'a', 5]],
      replace: [['id'], ['location.coordinates.latitude', 'a']],
      delete: [['id'], ['id', null]],
      peek: [['id'], ['id', {}]],
    },
    { ...methodsOf(store), peek: store.peek.bind(store) },
  );
});

/** The five methods of a store that a handler calls, without its guarantees. */
function methodsOf(whole: core.LocationStore) {
  return {
    get: whole.get.bind(whole),
    put: whole.put.bind(whole),
    replace: whole.replace.bind(whole),
    delete: whole.delete.bind(whole),
    list: whole.list.bind(whole),
  };
}
