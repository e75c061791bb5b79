import type { LocationStore } from '@location-records/core';
import type { AreaPostgresParts } from '../../src/postgres/area-postgres-store.ts';
import { withinStatement } from '../../src/postgres/area-statements.ts';
import type { ConnectionPool } from '../../src/postgres/connection-pool.ts';
import { openPools } from '../../src/postgres/open-pools.ts';
import type { PostgresStoreOptions } from '../../src/postgres/options.ts';
import { checkStoreOptions } from '../../src/postgres/options.ts';
import { type PostgresParts, PostgresStore } from '../../src/postgres/postgres-store.ts';
import { statementsFor } from '../../src/postgres/statements.ts';

/** A store that breaks one promise. */
export interface PostgresMutant {
  readonly id: string;
  /** What it does wrong, to follow "a store that". */
  readonly breaks: string;
  /** The case of the store contract that must reject it. */
  readonly killedBy: string;
  /** The statements that make its table, made of the right ones. */
  readonly alter?: (creation: string) => string;
  /** Makes it of what the right store is made of. */
  readonly make?: (parts: AreaPostgresParts) => LocationStore;
  /** How many connections lists share, where that is part of it. */
  readonly maxListConnections?: number | undefined;
}

/** What a store on a table that is there is made of; nothing is checked. */
export async function partsOf(options: PostgresStoreOptions): Promise<AreaPostgresParts> {
  const settings = checkStoreOptions(options);
  const { schema, table, timeout } = settings;
  const [statements, within] = [statementsFor(schema, table), withinStatement(schema, table)];
  return { ...(await openPools(settings)), timeout, statements, within };
}

/** A store whose statements on single records are other ones. */
export function withStatements(change: (text: string) => string): (parts: PostgresParts) => LocationStore {
  return (parts) => {
    const { statements } = parts;
    const { list, ...named } = statements;
    const changed = Object.entries(named).map(([name, one]) => [name, { ...one, text: change(one.text) }]);
    return new PostgresStore({ ...parts, statements: { list, ...Object.fromEntries(changed) } });
  };
}

/** A store that binds other values to the parameters of its statements. */
export function withValues(change: (value: unknown) => unknown): (parts: PostgresParts) => LocationStore {
  return (parts) => {
    const use: ConnectionPool['use'] = (attempt, deadline, act) =>
      parts.records.use(attempt, deadline, (connection) => {
        const send = connection.query.bind(connection);
        connection.query = (query, until) => {
          const values = query.values?.map(change) as typeof query.values;
          return send({ ...query, ...(values && { values }) }, until);
        };
        return act(connection);
      });
    const records = Object.assign(Object.create(parts.records), { use, close: () => parts.records.close() });
    return new PostgresStore({ ...parts, records });
  };
}
