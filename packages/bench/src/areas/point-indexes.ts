import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { print } from '@location-records/dev-kit/campaigns';
import pg from 'pg';
import { type AreaContestant, middle, type Row, rowsText } from './contestant.ts';

/** How many records one statement inserts. */
const rowsPerInsert = 5000;

/** GiST over `point`, and over `geography` and `geometry` where PostGIS is installed. */
export async function openPointIndexes(
  url: string,
  records: readonly LocationRecord[],
): Promise<readonly AreaContestant[]> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  await pool.query('CREATE TABLE places (id text, description text, latitude float8, longitude float8)');
  for (let start = 0; start < records.length; start += rowsPerInsert) {
    const rows = records.slice(start, start + rowsPerInsert);
    await pool.query(
      'INSERT INTO places SELECT * FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[])',
      [
        rows.map(([id]) => id),
        rows.map(([, { description }]) => description ?? null),
        rows.map(([, { coordinates }]) => coordinates.latitude),
        rows.map(([, { coordinates }]) => coordinates.longitude),
      ],
    );
  }
  await pool.query('CREATE INDEX ON places USING gist (point(longitude, latitude))');
  const hasPostgis = await pool.query('CREATE EXTENSION postgis').then(
    () => true,
    () => false,
  );
  if (!hasPostgis) print('PostGIS is not installed: it is left out');
  else await pool.query('CREATE INDEX ON places USING gist (ST_MakePoint(longitude, latitude))');
  // The table of this project's store, too: after many writes the server vacuums it by itself.
  await pool.query('VACUUM ANALYZE');
  const point = contestant(pool, 'GiST over point', {
    box: 'point(longitude, latitude) <@ box(point($1, $2), point($3, $4))',
    nearest: 'point(longitude, latitude) <-> point($2, $1)',
  });
  const postgis = contestant(pool, 'PostGIS', {
    // The index has single precision: without the second condition, a record beside the box was found.
    box: 'ST_MakePoint(longitude, latitude) && ST_MakeEnvelope($1, $2, $3, $4) AND longitude BETWEEN $1 AND $3 AND latitude BETWEEN $2 AND $4',
    nearest: 'ST_MakePoint(longitude, latitude) <-> ST_MakePoint($2, $1)',
  });
  const all = hasPostgis ? [point, postgis] : [point];
  const last = all.length - 1;
  return all.map((one, index) => (index === last ? { ...one, close: () => pool.end() } : one));
}

function contestant(
  pool: pg.Pool,
  name: string,
  sql: { readonly box: string; readonly nearest: string },
): AreaContestant {
  const read = async (label: string, text: string, values: readonly unknown[]) =>
    rowsText((await pool.query<Row>({ name: `${name} ${label}`, text, values: [...values] })).rows);
  const columns = 'SELECT id, description, latitude, longitude FROM places';
  const edges = ({ west, south, east, north }: Box) => [west, south, east, north];
  return {
    name,
    page: (box, limit) => read('page', `${columns} WHERE ${sql.box} LIMIT $5`, [...edges(box), limit]),
    all: async (box) => [await read('all', `${columns} WHERE ${sql.box}`, edges(box))],
    nearest: (count) =>
      read('nearest', `${columns} ORDER BY ${sql.nearest} LIMIT $3`, [
        middle.latitude,
        middle.longitude,
        count,
      ]),
    close: async () => {},
  };
}
