import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterAll } from 'vitest';

/** Creates SQLite files with records. A file is made once, and copied for each test. */
export function createFiller(): (
  path: string,
  records: readonly LocationRecord[],
  areas?: boolean,
) => Promise<string> {
  const folder = mkdtemp(join(tmpdir(), 'location-records-filled-'));
  afterAll(async () => rm(await folder, { recursive: true, force: true }));
  const made = new Map<string, Promise<string>>();

  const make = async (name: string, records: readonly LocationRecord[], areas: boolean) => {
    const path = join(await folder, name);
    const store = await (areas ? openSqliteStore({ path, areas: true }) : openSqliteStore({ path }));
    await Promise.all(records.map((record) => store.put(...record)));
    await store.close();
    return path;
  };

  return async (path, records, areas = false) => {
    const key = JSON.stringify([records, areas]);
    const template = made.get(key) ?? make(`${made.size}.db`, records, areas);
    made.set(key, template);
    await copyFile(await template, path);
    return `sqlite:${path}`;
  };
}
