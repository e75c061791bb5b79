import type { AreaStore } from '@location-records/core/areas';
import { AreaReader } from '../../src/sqlite/area-reader.ts';
import { type DatabaseSync, loadEngine, openForReading } from '../../src/sqlite/engine.ts';
import { openSqliteStore } from '../../src/sqlite/open-sqlite-store.ts';

/** A store that breaks one promise of area queries: their connection runs other SQL. */
export interface SqliteMutant {
  readonly id: string;
  /** What it does wrong, to follow "a store that". */
  readonly breaks: string;
  /** The case of the store contract that must reject it. */
  readonly killedBy: string;
  /** The SQL of a statement, made of the right one. */
  readonly prepare?: (sql: string) => string;
  /** Makes, for each connection, what changes the SQL that has no result. */
  readonly exec?: () => (sql: string) => string;
}

/** Opens a store on a file with the area queries of a mutant, or with right ones. */
export async function openMutant(path: string, mutant: Partial<SqliteMutant> = {}): Promise<AreaStore> {
  const store = await openSqliteStore({ path, areas: true });
  const connection = openForReading(await loadEngine(), path, 256);
  const reader = new AreaReader(altered(connection, mutant), path);
  return {
    guarantees: store.guarantees,
    get: (id) => store.get(id),
    put: (id, location) => store.put(id, location),
    replace: (id, location) => store.replace(id, location),
    delete: (id) => store.delete(id),
    list: () => store.list(),
    within: async (box, { after, limit }) => reader.readPage(box, after, limit),
    async close() {
      reader.close();
      await store.close();
    },
  };
}

/** The same connection, which runs other SQL. */
function altered(connection: DatabaseSync, { prepare, exec }: Partial<SqliteMutant>): DatabaseSync {
  const alterExec = exec?.();
  return {
    exec: (sql) => connection.exec(alterExec ? alterExec(sql) : sql),
    prepare: (sql) => connection.prepare(prepare ? prepare(sql) : sql),
    close: () => connection.close(),
  };
}
