import { copyFile } from 'node:fs/promises';
import type { LocationStore } from '@location-records/core';
import { openPostgresStore } from '@location-records/stores/postgres';
import { openRedisStore } from '@location-records/stores/redis';
import { openSqliteStore } from '@location-records/stores/sqlite';
import type { Contents } from './imported-file.ts';

/** Opens the store at a URL in this process. */
function openStore(url: string): Promise<LocationStore> {
  if (url.startsWith('postgres:')) return openPostgresStore({ url });
  if (url.startsWith('redis:')) return openRedisStore({ url });
  return openSqliteStore({ path: url.slice('sqlite:'.length) });
}

/**
 * What a store holds. Of a file of SQLite a copy is read, with its log: what a killed process left is then recovered by
 * the next command, and not by this.
 */
export async function contentsOf(url: string): Promise<Contents> {
  const store = await openStore(url.startsWith('sqlite:') ? await copyDatabase(url) : url);
  const contents = new Map<string, string>();
  for await (const records of store.list()) {
    for (const [id, { description, coordinates }] of records) {
      contents.set(id, JSON.stringify({ description, coordinates }));
    }
  }
  await store.close();
  return contents;
}

let copies = 0;

async function copyDatabase(url: string): Promise<string> {
  const [path, number] = [url.slice('sqlite:'.length), ++copies];
  const copyOf = (ending: string) => copyFile(`${path}${ending}`, `${path}-${number}.copy${ending}`);
  await copyOf('');
  // Without writes there is no log.
  await copyOf('-wal').catch(() => {});
  return `sqlite:${path}-${number}.copy`;
}
