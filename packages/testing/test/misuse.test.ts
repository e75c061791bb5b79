import { createMemoryStore } from '@location-records/core';
import { testMisuse, testWrongCalls, type WrongCall } from '@location-records/workspace/tests';
import { describe, vi } from 'vitest';
import * as testing from '../src/index.ts';
import * as jest from '../src/jest/index.ts';
import * as msw from '../src/msw/index.ts';
import * as network from '../src/network/index.ts';
import * as nodeTest from '../src/node-test/index.ts';
import * as playwright from '../src/playwright/index.ts';
import * as vitest from '../src/vitest/index.ts';

vi.mock('@jest/globals', () => ({
  expect: { extend() {} },
  beforeEach() {},
  afterEach() {},
}));

const fake = testing.createFake();
const fault = testing.loseResponse();
const wrongFakes: readonly WrongCall[] = [
  ['fake'],
  ['fake', null],
  ['fake', testing.createFake],
  ['fake', { fetch: fake.fetch }],
];
const wrongStandIns: readonly WrongCall[] = [
  ['fake'],
  ['fake', null],
  ['fake', testing.createFake],
  ['fake', { handle: fake.handle }],
  ['options', fake, 'https://api.example.com'],
  ['url', fake, { url: 5 }],
  ['origin', fake, { origin: 'https://api.example.com' }],
];
/** The requests of a fault, which belong to `faults.add`. */
const requests = { method: 'DELETE' };
const wrongBreaks: readonly WrongCall[] = [
  ['scope', {}, requests],
  ['options', 5],
  ['after', { after: '1' }],
  ['after', { after: -1 }],
  ['before', { before: 1 }],
];
const wrongDurations: readonly WrongCall[] = [
  ['scope', 100, requests],
  ['scope', 100, 300],
  ['duration'],
  ['duration', '100'],
  ['duration', null],
  ['duration', [100]],
  ['duration', ['1', '2']],
  ['duration', [1, 2, 3]],
];
const wrongMatches: readonly WrongCall[] = [
  ['method', { method: 5 }],
  ['method', { method: [5] }],
  ['method', { method: 'get' }],
  ['method', { method: ['PUT', 'Delete'] }],
  ['method', { method: 'GET /home' }],
  ['method', { method: '' }],
  ['method', { method: 'PUT|DELETE' }],
  ['method', { method: '*' }],
  ['id', { id: 5 }],
  ['id', { id: '' }],
  ['route', { route: 'list' }],
  ['route', { route: 'collection', id: 'home' }],
  ['where', { where: {} }],
  ['methods', { methods: ['GET'] }],
];
const cyclic: unknown[] = [];
cyclic.push(cyclic);
const wrongJournalMatches: readonly WrongCall[] = [
  ...wrongMatches,
  ['match', null],
  ['match', 'PUT'],
  ['body', { body: () => {} }],
  ['body', { body: 5n }],
  ['body', { body: /home/ }],
  ['body', { body: new Map([['description', 'home']]) }],
  ['body', { body: { description: new Date(0) } }],
  ['body', { body: { description: 5n } }],
  ['body', { body: cyclic }],
  ['status', { status: '404' }],
  ['status', { status: 1000 }],
];
const wrongUses: readonly WrongCall[] = [
  ['fixture'],
  ['fixture', null],
  ['fixture', testing.createFake],
  ['fixture', { records: {} }],
  ['options', fake, 'fail'],
  ['unmetFaults', fake, { unmetFaults: true }],
  ['unmetFault', fake, { unmetFault: 'fail' }],
];
const nodeTestContext = { after() {}, diagnostic() {} };

testMisuse(new URL('../', import.meta.url), {
  '.': {
    exports: testing,
    functions: {
      createFake: [
        ['options', null],
        ['options', fake],
        ['options', createMemoryStore()],
        ['baseUrl', { baseUrl: 5 }],
        ['records', { records: 5 }],
        ['records', { records: [5] }],
        ['records', { records: [{ id: 'home', coordinates: { latitude: 1, longitude: 2 } }] }],
        ['records', { records: Promise.resolve({}) }],
        ['records', { records: fake }],
        ['records', { records: createMemoryStore() }],
        ['id', { records: [[5]] }],
        ['location.coordinates.latitude', { records: { a: 5 } }],
        ['seed', { seed: '1' }],
        ['clock', { clock: Date }],
        ['clock', { clock: 'fake' }],
        ['fallbackFetch', { fallbackFetch: 'http://elsewhere' }],
        ['wrapStore', { wrapStore: null }],
        ['store', { wrapStore: () => undefined }],
        ['extension.createStore', { extension: null }],
        ['extension.createStore', { extension: 'areas' }],
        ['extension.createStore', { extension: {} }],
        ['extension.wrapHandler', { extension: { createStore: createMemoryStore } }],
        ['bodyLimit', { bodyLimit: '1' }],
        ['onError', { onError: 5 }],
        ['store', { store: {} }],
      ],
      breakingOff: [['handle'], ['handle', fake]],
      breakConnection: [['scope', requests]],
      loseResponse: [['scope', requests]],
      loseWrite: [['scope', requests]],
      readStale: [['scope', requests]],
      cutResponse: wrongBreaks,
      tearList: wrongBreaks,
      delayRequest: wrongDurations,
      delayResponse: wrongDurations,
      slowResponse: [
        ['scope', {}, requests],
        ['options', 100],
        ['pieceLength', { pieceLength: '1' }],
        ['interval', { interval: '100' }],
        ['duration', { duration: 100 }],
      ],
      respondWith: [
        ['scope', 503, {}, requests],
        ['status'],
        ['status', '503'],
        ['options', 503, 'Unavailable'],
        ['message', 503, { message: 5 }],
        ['body', 503, { body: {} }],
        ['headers', 503, { headers: 'Retry-After: 1' }],
        ['headers', 503, { headers: [['Retry-After', '1']] }],
        ['headers', 503, { headers: { 'Retry-After': 1 } }],
        ['headers', 503, { headers: { 'Retry After': '1' } }],
        ['headers', 503, { headers: { 'Retry-After': '1\r\nA: b' } }],
        ['headers', 503, { headers: { 'X-Place': '日' } }],
        ['header', 503, { header: {} }],
      ],
      replaceFetch: wrongFakes,
    },
    unchecked: ['createManualClock'],
    errors: [
      'ConnectionBrokenError',
      'JournalError',
      'MissingGlobalError',
      'UnmetFaultsError',
      'UrlNotServedError',
    ],
  },
  './jest': { exports: jest, functions: { useFake: wrongUses }, errors: ['OutsideTestError'] },
  './node-test': {
    exports: nodeTest,
    functions: {
      useFake: [
        ['t'],
        ['t', null, fake],
        ['t', fake],
        ...wrongUses.map(([about, ...args]): WrongCall => [about, nodeTestContext, ...args]),
      ],
    },
  },
  './vitest': { exports: vitest, functions: { useFake: wrongUses } },
  './msw': { exports: msw, functions: { mswHandlers: wrongFakes } },
  './network': {
    exports: network,
    functions: { replaceNetwork: [...wrongStandIns, ['onUnhandled', fake, { onUnhandled: 'ignore' }]] },
  },
  './playwright': { exports: playwright, functions: { playwrightRoute: wrongStandIns } },
});

describe('the members of a fake', () => {
  const { faults, journal, records } = fake;
  testWrongCalls(
    {
      listen: [
        ['options', 8080],
        ['port', { port: '8080' }],
        ['port', { port: 70_000 }],
        ['host', { host: 5 }],
        ['host', { host: '' }],
        ['hostname', { hostname: 'localhost' }],
      ],
      'faults.add': [
        ['fault'],
        ['fault', testing.loseResponse],
        ['fault.name', { createHandler: fault.createHandler }],
        ['fault.skipsService', { ...fault, skipsService: 1 }],
        ['fault.replacesService', { ...fault, replacesService: 'yes' }],
        ['fault.createHandler', { name: 'empty', createHandler: () => undefined }],
        ['times', fault, { times: '1' }],
        ['times', fault, { times: 1.5 }],
        ['chance', fault, { chance: '0.5' }],
        ['time', fault, { time: 1 }],
        ['options', fault, 5],
        ...wrongMatches
          .filter(([about]) => about !== 'methods')
          .map(([about, match]): WrongCall => [about, fault, match]),
      ],
      'journal.count': wrongJournalMatches,
      'journal.filter': wrongJournalMatches,
      'journal.last': wrongJournalMatches,
      'journal.only': wrongJournalMatches,
      'journal.lines': wrongJournalMatches,
      'journal.expectSome': wrongJournalMatches,
      'journal.expectCount': [['count'], ['count', '1'], ['id', 1, { id: 5 }]],
      'records.get': [['id'], ['id', 5]],
      'records.has': [['id'], ['id', 5]],
      'records.put': [['id'], ['location.coordinates.latitude', 'a']],
      'records.delete': [['id'], ['id', 5]],
    },
    {
      listen: fake.listen.bind(fake),
      'faults.add': faults.add.bind(faults),
      'journal.count': journal.count.bind(journal),
      'journal.filter': journal.filter.bind(journal),
      'journal.last': journal.last.bind(journal),
      'journal.only': journal.only.bind(journal),
      'journal.lines': journal.lines.bind(journal),
      'journal.expectSome': journal.expectSome.bind(journal),
      'journal.expectCount': journal.expectCount.bind(journal),
      'records.get': records.get.bind(records),
      'records.has': records.has.bind(records),
      'records.put': records.put.bind(records),
      'records.delete': records.delete.bind(records),
    },
  );
});

describe('the members of a manual clock', () => {
  const { advance, wait } = testing.createManualClock();
  testWrongCalls(
    {
      advance: [['milliseconds'], ['milliseconds', '100'], ['milliseconds', -1]],
      wait: [['milliseconds'], ['milliseconds', '100'], ['milliseconds', Number.NaN]],
    },
    { advance, wait },
  );
});
