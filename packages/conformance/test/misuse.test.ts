import * as conformance from '@location-records/conformance';
import * as diff from '@location-records/conformance/diff';
import * as node from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { testMisuse, testWrongCalls } from '@location-records/workspace/tests';
import { describe } from 'vitest';

const { createFaultyStore, createHandlerService, httpContract, storeContract } = conformance;
const store = createMemoryStore();
const { guarantees } = store;
const handle = createHandler({ store });
const service = createHandlerService(handle);
const it = () => {};
const start = async () => ({ open: async () => createMemoryStore() });
const startService = async () => ({ service });

testMisuse(new URL('../', import.meta.url), {
  '.': {
    exports: conformance,
    functions: {
      createFaultyStore: [['store'], ['store', {}], ['store', createMemoryStore]],
      createFetchService: [['fetch'], ['fetch', {}], ['faults', fetch, null], ['faults', fetch, {}]],
      createHandlerService: [['handle'], ['handle', service], ['faults', handle, { fail: it }]],
      registerHttpContract: [
        ['it'],
        ['options', httpContract, null],
        ['cases', null, { it, afterAll: it, start: startService }],
        ['it', httpContract, { it: 'it', afterAll: it, start: startService }],
        ['afterAll', httpContract, { it, start: startService }],
        ['start', httpContract, { it, afterAll: it }],
        ['unmetNeeds', httpContract, { it, afterAll: it, start: startService, unmetNeeds: 'socket' }],
        [
          'sockets',
          httpContract,
          { it, afterAll: it, start: startService, unmetNeeds: { sockets: 'None.' } },
        ],
        ['exceptions', httpContract, { it, afterAll: it, start: startService, exceptions: { a: 'None.' } }],
        ['test', httpContract, { test: it, afterAll: it, start: startService }],
        ['cases[0]', [{}], { it, afterAll: it, start: startService }],
      ],
      registerStoreContract: [
        ['cases'],
        ['options', storeContract, null],
        ['it', storeContract, { start, guarantees }],
        ['it', storeContract, { it: 'it', start, guarantees }],
        ['start', storeContract, { it, guarantees }],
        ['guarantees', storeContract, { it, start }],
        ['guarantees', storeContract, { it, start, guarantees: {} }],
        ['close', storeContract, { it, start, guarantees, close: it }],
        ['cases[0]', [null], { it, start, guarantees }],
      ],
    },
    errors: ['ContractError'],
    constants: ['httpContract', 'requestExceptions', 'storeContract'],
  },
  './diff': {
    exports: diff,
    functions: {
      diffServices: [
        ['a'],
        ['a', {}, service],
        ['b', service],
        ['b', service, handle],
        ['options', service, service, null],
        ['seed', service, service, { seed: '1' }],
        ['seed', service, service, { seed: 2 ** 32 }],
        ['runs', service, service, { runs: 0 }],
        ['maxTime', service, service, { maxTime: '5s' }],
        ['maxDifferences', service, service, { maxDifferences: 101 }],
        ['nullIsAbsent', service, service, { nullIsAbsent: 'yes' }],
        ['nullIsAbsent', service, service, { nullIsAbsent: true, exact: true }],
        ['exact', service, service, { exact: 1 }],
        ['onProgress', service, service, { onProgress: null }],
        ['signal', service, service, { signal: {} }],
        ['calls', service, service, { calls: 100 }],
      ],
    },
    unchecked: [],
    errors: ['UnreachableError'],
    constants: [],
  },
  './node': {
    exports: node,
    functions: {
      checkServer: [
        ['CHECK_URL'],
        ['options', null],
        ['options', 'http://127.0.0.1:8080'],
        ['CHECK_URL', { url: 5 }],
        ['etags', { url: 'http://127.0.0.1:8080', etags: 'yes' }],
        ['readOnly', { url: 'http://127.0.0.1:8080', readOnly: 'yes' }],
        ['signal', { url: 'http://127.0.0.1:8080', signal: {} }],
        ['readonly', { url: 'http://127.0.0.1:8080', readonly: true }],
        ['strict', { url: 'http://127.0.0.1:8080', strict: 'yes' }],
        ['only', { url: 'http://127.0.0.1:8080', only: 'D16' }],
        ['timeout', { url: 'http://127.0.0.1:8080', timeout: -1 }],
        ['cases', { url: 'http://127.0.0.1:8080', cases: {} }],
        ['concurrency', { url: 'http://127.0.0.1:8080', concurrency: 0 }],
        ['headers', { url: 'http://127.0.0.1:8080', headers: { Authorization: 'a' } }],
        ['headers', { url: 'http://127.0.0.1:8080', headers: [['Host', 'a']] }],
        ['headers', { url: 'http://127.0.0.1:8080', headers: [['A', 'b\r\nC: d']] }],
      ],
      createUrlService: [
        ['CHECK_URL'],
        ['CHECK_URL', null],
        ['options', 'http://127.0.0.1:8080', null],
        ['timeout', 'http://127.0.0.1:8080', { timeout: '5000' }],
        ['timeout', 'http://127.0.0.1:8080', { timeout: 0 }],
        ['insecure', 'http://127.0.0.1:8080', { insecure: 'yes' }],
        ['keepAlive', 'http://127.0.0.1:8080', { keepAlive: 1 }],
        ['faults', 'http://127.0.0.1:8080', { faults: {} }],
        ['secure', 'http://127.0.0.1:8080', { secure: true }],
      ],
    },
    unchecked: ['showDifference'],
    errors: ['CheckError'],
    constants: [],
  },
});

describe('the faults of a faulty store', () => {
  const { faults } = createFaultyStore(store);
  testWrongCalls(
    {
      fail: [['method'], ['method', 'list', new Error('ordered')]],
      failList: [['batches'], ['batches', '1', new Error('ordered')]],
    },
    { fail: faults.fail, failList: faults.failList },
  );
});
