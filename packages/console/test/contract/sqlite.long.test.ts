import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterAll } from 'vitest';
import { testConsole } from './serve-console.ts';

const folders: string[] = [];

testConsole('on SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  folders.push(folder);
  return openSqliteStore({ path: join(folder, 'records.db'), areas: true });
});

// After the stores are closed.
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});
