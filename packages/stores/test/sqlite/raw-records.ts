import type { DatabaseSync } from '../../src/sqlite/engine.ts';

/** Description and latitude of each record, as people find them. */
export function recordsIn(raw: DatabaseSync): Map<string, readonly [string | null, number]> {
  const sql =
    'SELECT CAST(id AS BLOB) AS id, CAST(description AS BLOB) AS description, latitude FROM records ORDER BY id';
  const rows = raw.prepare(sql).all() as {
    readonly id: Uint8Array;
    readonly description: Uint8Array | null;
    readonly latitude: number;
  }[];
  const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString();
  return new Map(
    rows.map(({ id, description, latitude }) => [decode(id), [description && decode(description), latitude]]),
  );
}

/** Long descriptions without a record, and records that refer to no row or to the row of another. */
export function danglingIn(raw: DatabaseSync): readonly unknown[] {
  const sql = `
    WITH referred AS (SELECT description AS row FROM locations WHERE typeof(description) = 'integer')
    SELECT CAST(id AS TEXT) AS row FROM long_descriptions WHERE (SELECT count(*) FROM referred WHERE referred.row = id) <> 1
    UNION ALL SELECT CAST(row AS TEXT) FROM referred WHERE row NOT IN (SELECT id FROM long_descriptions)
  `;
  return raw.prepare(sql).all();
}
