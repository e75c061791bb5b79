import { print, type Verdict } from '@location-records/dev-kit/campaigns';
import { startPostgres } from '@location-records/dev-kit/engines';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import pg from 'pg';
import { alternate, type Call, printMedians } from './rounds.ts';

const records = 10_000;
const maxConnections = 10;
const location = { description: 'a place', coordinates: { latitude: 1.5, longitude: 2.5 } };
/** The two expressions of the table's index over an identifier, which each get of the store names as well. */
const keyOf = (id: string) => [
  `left(${id}, 512)`,
  `(CASE WHEN length(${id}) > 512 THEN sha256(decode(replace(${id}, E'\\\\', E'\\\\\\\\'), 'escape')) ELSE ''::bytea END)`,
];
const [prefix, digest] = keyOf('id');
const [givenPrefix, givenDigest] = keyOf('$1::text');
const get = {
  name: 'get',
  text: `SELECT description, encode(float8send(latitude), 'hex'), encode(float8send(longitude), 'hex') FROM locations
         WHERE ${prefix} = ${givenPrefix} AND ${digest} = ${givenDigest} AND id = $1::text`,
};
const put = {
  name: 'put',
  text: `INSERT INTO locations (id, description, latitude, longitude) VALUES ($1, $2, $3, $4)
         ON CONFLICT (${prefix}, ${digest}) DO UPDATE SET description = EXCLUDED.description,
         latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude`,
};
const replace = {
  name: 'replace',
  text: `UPDATE locations SET description = $2, latitude = $3, longitude = $4
         WHERE ${prefix} = ${givenPrefix} AND ${digest} = ${givenDigest} AND id = $1::text`,
};

/** Measures the store, whose queue lets calls share statements, beside one statement a call on a pool of `pg`. */
export async function comparePostgres(verdict: Verdict, short: boolean): Promise<void> {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url, max: maxConnections });
  try {
    await migratePostgres({ url: server.url });
    const store = await openPostgresStore({ url: server.url, maxConnections });
    const idOf = (number: number) => `record-${number % records}`;
    for (let start = 0; start < records; start += 500) {
      await Promise.all(Array.from({ length: 500 }, (_, index) => store.put(idOf(start + index), location)));
    }
    await pool.query('VACUUM ANALYZE locations');
    const query = async (statement: typeof get, values: unknown[]) => {
      const { rowCount } = await pool.query({ ...statement, rowMode: 'array', values });
      if (rowCount !== 1) throw new Error('A statement found no record.');
    };
    const { latitude, longitude } = location.coordinates;
    const columns = [location.description, latitude, longitude];
    const tasks: [string, Map<string, Call>][] = [
      [
        'get',
        new Map<string, Call>([
          ['the store', (number) => store.get(idOf(number))],
          ['a pool', (number) => query(get, [idOf(number)])],
        ]),
      ],
      [
        'put',
        new Map<string, Call>([
          ['the store', (number) => store.put(idOf(number), location)],
          ['a pool', (number) => query(put, [idOf(number), ...columns])],
        ]),
      ],
      [
        'replace',
        new Map<string, Call>([
          ['the store', (number) => store.replace(idOf(number), location)],
          ['a pool', (number) => query(replace, [idOf(number), ...columns])],
        ]),
      ],
    ];
    for (const clients of [1, 64]) {
      for (const [task, contestants] of tasks) {
        const options = { rounds: short ? 2 : 10, clients, milliseconds: short ? 200 : 1000 };
        const results = await alternate(contestants, options);
        print(`PostgreSQL, ${task}, ${clients} clients, ${maxConnections} connections`);
        printMedians(results);
        verdict.check(
          `${task}: both did calls`,
          [...results.values()].every(({ length }) => length > 0),
        );
      }
    }
    await store.close();
  } finally {
    await pool.end();
    await server.stop();
  }
}
