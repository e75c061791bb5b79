import type { LocationRecord } from '@location-records/core';
import { rowRecord } from '../../src/postgres/columns.ts';
import type { ConnectionPool } from '../../src/postgres/connection-pool.ts';
import { Deadline } from '../../src/postgres/deadline.ts';
import { type PostgresParts, PostgresStore } from '../../src/postgres/postgres-store.ts';
import type { PostgresMutant } from './postgres-mutant.ts';

type Batches = AsyncGenerator<readonly LocationRecord[], undefined>;

const batchLength = 256;
/** Milliseconds. */
const timeout = 500;

class ListInPages extends PostgresStore {
  readonly #parts: PostgresParts;

  constructor(parts: PostgresParts) {
    super(parts);
    this.#parts = parts;
  }

  override async *list(): Batches {
    const { lists, endpoint, statements, timeout } = this.#parts;
    for (let start = 0; ; start += batchLength) {
      const deadline = new Deadline(timeout);
      const text = `${statements.list} OFFSET ${start} LIMIT ${batchLength}`;
      const { rows } = await lists.use('read from', deadline, (connection) =>
        connection.query({ text }, deadline),
      );
      deadline.end();
      if (rows.length > 0) yield rows.map((row) => rowRecord(endpoint, row));
      if (rows.length < batchLength) return;
    }
  }
}

/** Connections that are never given back, for which others wait only a moment. */
function leaking(lists: ConnectionPool): ConnectionPool {
  const held = new Set<() => void>();
  const take: ConnectionPool['take'] = async (attempt) => {
    const connection = await lists.take(attempt, new Deadline(timeout));
    held.add(connection.destroy.bind(connection));
    connection.release = () => {};
    connection.destroy = () => {};
    return connection;
  };
  const close = async () => {
    for (const release of held) release();
    await lists.close();
  };
  return Object.assign(Object.create(lists), { take, close });
}

class SharedCursor extends PostgresStore {
  #latest: Batches | undefined;

  override async *list(): Batches {
    this.#latest ??= super.list();
    yield* this.#latest;
    this.#latest = undefined;
  }
}

/** Stores whose lists go wrong. */
export const listMutants: readonly PostgresMutant[] = [
  {
    id: 'postgres-list-in-pages',
    breaks: 'reads each batch of a list in a transaction of its own',
    killedBy: 'list-hides-deletes',
    make: (parts) => new ListInPages(parts),
  },
  {
    id: 'postgres-cursor-leaks',
    breaks: 'keeps the connection of a list that is over',
    killedBy: 'list-abandoned',
    maxListConnections: 2,
    make: (parts) => new PostgresStore({ ...parts, lists: leaking(parts.lists) }),
  },
  {
    id: 'postgres-lists-share-a-cursor',
    breaks: 'reads several lists from one cursor',
    killedBy: 'list-snapshots-of-their-own',
    make: (parts) => new SharedCursor(parts),
  },
  {
    id: 'postgres-list-unordered',
    breaks: 'leaves the order of a list to the server',
    killedBy: 'list-order-id-bytes',
    make: (parts) => {
      const list = parts.statements.list.replace(/ORDER BY .*/, '');
      return new PostgresStore({ ...parts, statements: { ...parts.statements, list } });
    },
  },
];
