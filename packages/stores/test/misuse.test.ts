import { createMemoryStore } from '@location-records/core';
import { testMisuse, type WrongCall } from '@location-records/dev-kit';
import * as copy from '../src/copy/index.ts';
import * as imports from '../src/import/index.ts';
import * as postgres from '../src/postgres/index.ts';
import * as redis from '../src/redis/index.ts';
import * as sqlite from '../src/sqlite/index.ts';

const source = createMemoryStore();
const target = createMemoryStore();
const wrongStores: readonly WrongCall[] = [
  ['source'],
  ['source', null, target],
  ['source', Promise.resolve(source), target],
  ['target', source],
  ['target', source, {}],
  ['target', source, createMemoryStore],
  ['options', source, target, null],
  ['signal', source, target, { signal: new AbortController() }],
  ['onProgress', source, target, { onProgress: 5 }],
  ['onOutage', source, target, { onOutage: 'print' }],
];
const database = 'postgres://localhost/places';
const wrongTargets: readonly WrongCall[] = [
  ['url'],
  ['options', null],
  ['options', database],
  ['url', { url: 5 }],
  ['pool', { pool: {} }],
  ['schema', { url: database, schema: 5 }],
  ['table', { url: database, table: '' }],
  ['timeout', { url: database, timeout: '5000' }],
  ['areas', { url: database, areas: 'yes' }],
  ['signal', { url: database, signal: {} }],
  ['connection', { connection: database }],
];
const url = 'redis://localhost';
const path = 'locations.db';

testMisuse(new URL('../', import.meta.url), {
  './copy': {
    exports: copy,
    functions: {
      compareStores: [...wrongStores, ['overwrite', source, target, { overwrite: true }]],
      copyStore: [
        ...wrongStores,
        ['target', source, source],
        ['overwrite', source, target, { overwrite: 'yes' }],
        ['verify', source, target, { verify: 0 }],
        ['count', source, target, { count: null }],
        ['maxWrites', source, target, { maxWrites: '512' }],
        ['onprogress', source, target, { onprogress: () => {} }],
      ],
      describeParts: [['parts'], ['parts', 'latitude'], ['parts', [null]], ['parts', ['latitude']]],
      quoteIdentifier: [['id'], ['id', 5], ['id', null]],
    },
    errors: ['CopyError'],
  },
  './import': {
    exports: imports,
    functions: {
      importRecords: [
        ['batches'],
        ['batches', null, target],
        ['batches', 'places.geojson', target],
        ['batches', source, target],
        ['batches', [[{ id: 'vienna' }]], target],
        ['batches', [], target, { onConflict: 'fail' }],
        ['target', []],
        ['target', [], {}],
        ['options', [], target, null],
        ['onConflict', [], target, { onConflict: 'merge' }],
        ['dryRun', [], target, { dryRun: 'yes' }],
        ['maxWrites', [], target, { maxWrites: '512' }],
        ['signal', [], target, { signal: new AbortController() }],
        ['onProgress', [], target, { onProgress: 5 }],
        ['onOutage', [], target, { onOutage: 'print' }],
        ['onConflictFound', [], target, { onConflictFound: [] }],
        ['onDuplicate', [], target, { onDuplicate: true }],
        ['onRefused', [], target, { onRefused: null }],
        ['overwrite', [], target, { overwrite: true }],
      ],
    },
    errors: ['ImportError', 'RecordRefusedError'],
  },
  './postgres': {
    exports: postgres,
    functions: {
      migratePostgres: [
        ...wrongTargets,
        ['onWaiting', { url: database, onWaiting: 'print' }],
        ['prepare', { url: database, prepare: true }],
      ],
      openPostgresStore: [
        ...wrongTargets,
        ['maxConnections', { url: database, maxConnections: '10' }],
        ['maxListConnections', { url: database, maxListConnections: null }],
        ['prepare', { url: database, prepare: 'no' }],
        ['onWaiting', { url: database, onWaiting: () => {} }],
      ],
    },
  },
  './redis': {
    exports: redis,
    functions: {
      openRedisStore: [
        ['url'],
        ['options', null],
        ['options', url],
        ['url', { url: 5 }],
        ['url', { url: [] }],
        ['prefix', { url, prefix: 5 }],
        ['buckets', { url, buckets: '1024' }],
        ['buckets', { url, buckets: null }],
        ['areas', { url, areas: 'yes' }],
        ['create', { url, create: 'no' }],
        ['replicas', { url, replicas: {} }],
        ['timeout', { url, timeout: null }],
        ['signal', { url, signal: {} }],
        ['database', { url, database: 1 }],
      ],
    },
  },
  './sqlite': {
    exports: sqlite,
    functions: {
      openSqliteStore: [
        ['path'],
        ['options', null],
        ['options', path],
        ['path', { path: 5 }],
        ['create', { path, create: 'no' }],
        ['busyTimeout', { path, busyTimeout: '5000' }],
        ['maxLogSize', { path, maxLogSize: null }],
        ['areas', { path, areas: 'yes' }],
        ['onIndexing', { path, onIndexing: 'print' }],
        ['onWarning', { path, onWarning: 'print' }],
        ['writer', { path, writer: {} }],
        ['writer', { path, writer: () => {} }],
        ['signal', { path, signal: {} }],
        ['timeout', { path, timeout: 5000 }],
      ],
    },
    unchecked: ['loadSqliteEngine'],
  },
});
