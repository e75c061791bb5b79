import { numberParameter, textParameter } from '../../src/sqlite/columns.ts';
import type { SqliteMutant } from './sqlite-mutant.ts';

/** Replaces a part of the statements that have it. */
function replacing(part: string, other: string): (sql: string) => string {
  return (sql) => sql.replaceAll(part, other);
}

/** Begins one transaction, and never ends it. */
function endless(): (sql: string) => string {
  let hasBegun = false;
  return (sql) => {
    if (sql !== 'BEGIN' && sql !== 'COMMIT') return sql;
    const isFirst = !hasBegun;
    hasBegun = true;
    return isFirst ? sql : '';
  };
}

/** Stores whose area queries go wrong. */
export const sqliteMutants: readonly SqliteMutant[] = [
  {
    id: 'sqlite-area-without-north',
    breaks: 'leaves out what lies on the north edge of a box',
    killedBy: 'area-edges',
    prepare: replacing(`AND latitude <= ${numberParameter}`, `AND latitude < ${numberParameter}`),
  },
  {
    id: 'sqlite-area-without-east',
    breaks: 'leaves out what lies on the east edge of a box',
    killedBy: 'area-edges',
    prepare: replacing(`place.longitude <= ${numberParameter}`, `place.longitude < ${numberParameter}`),
  },
  {
    id: 'sqlite-area-position-without-identifier',
    breaks: 'goes on after all records at the coordinates of a position',
    killedBy: 'area-many-in-one-place',
    // Text comes before every blob.
    prepare: replacing(`+${textParameter}`, 'CAST(? AS BLOB)'),
  },
  {
    id: 'sqlite-area-position-as-text',
    breaks: 'takes the identifier of a position for the bytes of another type where it has NUL',
    killedBy: 'area-order-stripe',
    prepare: replacing(`+${textParameter}`, '?'),
  },
  {
    id: 'sqlite-area-identifiers-without-case',
    breaks: 'orders records at the same coordinates as if upper and lower case were the same',
    killedBy: 'area-order-stripe',
    prepare: replacing('ORDER BY latitude, longitude, id', 'ORDER BY latitude, longitude, id COLLATE NOCASE'),
  },
  {
    id: 'sqlite-area-ends-at-its-bound',
    breaks: 'takes the bound on what it looks at for the end of a stripe',
    killedBy: 'area-few-among-many',
    prepare: replacing('LIMIT CAST(? AS INTEGER)\n', 'LIMIT min(CAST(? AS INTEGER), 1000)\n'),
  },
  {
    id: 'sqlite-area-joins-coordinates',
    breaks: 'looks a record up by its coordinates',
    killedBy: 'area-deletes',
    prepare: replacing(
      'ON id = place.placed',
      'ON locations.latitude = place.latitude AND locations.longitude = place.longitude',
    ),
  },
  {
    id: 'sqlite-area-endless-transaction',
    breaks: 'sees the records of its first page for ever',
    killedBy: 'area-put-moves',
    exec: endless,
  },
];
