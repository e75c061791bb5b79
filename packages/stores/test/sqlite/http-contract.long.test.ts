import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/sqlite/index.ts';
import { registerHttpContractOver } from '../shared/http-contract-over.ts';

registerHttpContractOver('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  const store = await openSqliteStore({ path: join(folder, 'records.db') });
  return { store, remove: () => rm(folder, { recursive: true }) };
});
