import { setTimeout } from 'node:timers/promises';
import type { Location } from '@location-records/core';
import { decodeText } from '../../src/postgres/columns.ts';
import { type PostgresParts, PostgresStore } from '../../src/postgres/postgres-store.ts';
import { type PostgresMutant, withStatements, withValues } from './postgres-mutant.ts';

/** Milliseconds between two statements that should be one, so that the other of a race always comes between. */
const gap = 5;

class ReplaceInTwoStatements extends PostgresStore {
  override async replace(id: string, location: Location): Promise<boolean> {
    if ((await this.get(id)) === undefined) return false;
    await setTimeout(gap);
    await this.put(id, location);
    return true;
  }
}

class PutInTwoStatements extends PostgresStore {
  override async put(id: string, location: Location): Promise<void> {
    await this.delete(id);
    await setTimeout(gap);
    await super.put(id, location);
  }
}

/** Stores whose statements on single records go wrong. */
export const statementMutants: readonly PostgresMutant[] = [
  {
    id: 'postgres-replace-in-two-statements',
    breaks: 'lets a delete come between the two statements of replace',
    killedBy: 'concurrent-replace-and-delete',
    make: (parts: PostgresParts) => new ReplaceInTwoStatements(parts),
  },
  {
    id: 'postgres-put-in-two-statements',
    breaks: 'removes a record before it puts it again',
    killedBy: 'concurrent-writes-seen-in-order',
    make: (parts: PostgresParts) => new PutInTwoStatements(parts),
  },
  {
    id: 'postgres-first-put-wins',
    breaks: 'leaves a record that is there as it is',
    killedBy: 'put-replaces-every-field',
    make: withStatements((text) => text.replace(/DO UPDATE SET.*/s, 'DO NOTHING')),
  },
  {
    id: 'postgres-gets-crossed',
    breaks: 'returns the results of reads that it makes together in the opposite order',
    killedBy: 'read-your-writes-at-once',
    make: withStatements((text) =>
      text.replace('SELECT given.position', 'SELECT count(*) OVER () + 1 - given.position'),
    ),
  },
  {
    id: 'postgres-puts-crossed',
    breaks: 'gives a record the latitude of another that it puts with it',
    killedBy: 'concurrent-writes-of-all-kinds',
    make: withStatements((text) =>
      text.replace('given.*', 'a, b, lag(c, 1, c) OVER (), d').replace('AS given', 'AS given (a, b, c, d)'),
    ),
  },
  {
    id: 'postgres-replaces-crossed',
    breaks: 'returns the results of replaces that it makes together in the opposite order',
    killedBy: 'concurrent-writes-of-all-kinds',
    make: withStatements((text) =>
      text.replace('RETURNING locked.position', 'RETURNING cardinality($1::text[]) + 1 - locked.position'),
    ),
  },
  {
    id: 'postgres-deletes-the-first',
    breaks: 'deletes only one of the records that it deletes together',
    killedBy: 'concurrent-writes-of-all-kinds',
    make: withStatements((text) => text.replace('USING locked WHERE', 'USING locked WHERE position = 1 AND')),
  },
  {
    id: 'postgres-text-as-it-is',
    breaks: 'gives NUL to the server as it is',
    killedBy: 'ids-nul',
    make: withValues((value) => (typeof value === 'string' ? decodeText(value) : value)),
  },
  {
    id: 'postgres-text-without-nul',
    breaks: 'drops NUL',
    killedBy: 'ids-nul',
    make: withValues((value) => (typeof value === 'string' ? value.replaceAll('\u0001\u0001', '') : value)),
  },
  {
    id: 'postgres-text-cut-at-nul',
    breaks: 'cuts text at NUL',
    killedBy: 'descriptions-control-characters',
    make: withValues((value) => (typeof value === 'string' ? value.split('\u0001\u0001')[0] : value)),
  },
  {
    id: 'postgres-identifier-as-pattern',
    breaks: 'takes an identifier for a pattern',
    killedBy: 'ids-patterns',
    make: withStatements((text) => text.replace(/WHERE .*/, 'WHERE id LIKE $1::text')),
  },
  {
    id: 'postgres-quotes-once',
    breaks: 'takes a backslash for an escape',
    killedBy: 'ids-quotes-and-syntax',
    make: withValues((value) => (typeof value === 'string' ? value.replaceAll('\\\\', '\\') : value)),
  },
];
