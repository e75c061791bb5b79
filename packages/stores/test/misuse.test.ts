import { createMemoryStore } from '@location-records/core';
import { testMisuse, type WrongCall } from '@location-records/workspace/tests';
import * as postgres from '../src/postgres/index.ts';
import * as redis from '../src/redis/index.ts';
import * as sqlite from '../src/sqlite/index.ts';
import * as tracing from '../src/tracing/index.ts';

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
  './postgres': {
    exports: postgres,
    functions: {
      migratePostgres: [...wrongTargets, ['prepare', { url: database, prepare: true }]],
      openPostgresStore: [
        ['readOnly', { url: database, readOnly: 'yes' }],
        ...wrongTargets,
        ['maxConnections', { url: database, maxConnections: '10' }],
        ['prepare', { url: database, prepare: 'no' }],
      ],
    },
  },
  './redis': {
    exports: redis,
    functions: {
      openRedisStore: [
        ['readOnly', { url, readOnly: 'yes' }],
        ['create', { url, create: true, readOnly: true }],
        ['url'],
        ['options', null],
        ['options', url],
        ['url', { url: 5 }],
        ['url', { url: '' }],
        ['url', { url: [] }],
        ['url', { url: 'localhost:6379' }],
        ['url', { url: 'http://localhost' }],
        ['url', { url: 'redis://localhost/a' }],
        ['url', { url: 'redis://localhost?db=1' }],
        ['url', { url: 'redis://localhost#1' }],
        ['url', { url: 'redis://:%zz@localhost' }],
        ['url', { url: ['redis://a', 'rediss://b'] }],
        ['url', { url: ['redis://:x@a', 'redis://:y@b'] }],
        ['url', { url: ['redis://a/1', 'redis://b/1'] }],
        ['prefix', { url, prefix: 5 }],
        ['prefix', { url, prefix: '' }],
        ['prefix', { url, prefix: '\ud800' }],
        ['buckets', { url, buckets: null }],
        ['buckets', { url, buckets: 0 }],
        ['buckets', { url, buckets: 65_537 }],
        ['areas', { url, areas: 'yes' }],
        ['create', { url, create: 'no' }],
        ['replicas', { url, replicas: {} }],
        ['replicas', { url, replicas: -1 }],
        ['timeout', { url, timeout: null }],
        ['timeout', { url, timeout: 1.5 }],
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
        ['create', { path, create: true, readOnly: true }],
        ['readOnly', { path, readOnly: 'yes' }],
        ['busyTimeout', { path, busyTimeout: '5000' }],
        ['areas', { path, areas: 'yes' }],
        ['onIndexing', { path, onIndexing: 'print' }],
        ['onWarning', { path, onWarning: 'print' }],
        ['signal', { path, signal: {} }],
        ['timeout', { path, timeout: 5000 }],
      ],
      backupSqliteFile: [
        ['path'],
        ['options', null],
        ['path', { path: ':memory:', to: path }],
        ['to', { path }],
        ['to', { path, to: '' }],
        ['replace', { path, to: 'b.db', replace: 'yes' }],
        ['onProgress', { path, to: 'b.db', onProgress: 'print' }],
        ['signal', { path, to: 'b.db', signal: {} }],
        ['force', { path, to: 'b.db', force: true }],
      ],
      checkSqliteFile: [
        ['path'],
        ['options', path],
        ['path', { path: 'a\0b' }],
        ['signal', { path, signal: {} }],
        ['to', { path, to: 'b.db' }],
      ],
    },
  },
  './tracing': {
    exports: tracing,
    functions: {
      traceStore: [
        ['store'],
        ['store', {}, 'own'],
        ['system', createMemoryStore()],
        ['system', createMemoryStore(), ''],
      ],
    },
  },
});
