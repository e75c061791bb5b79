import pg from 'pg';

/** Puts the first `count` records of the big list into a table that the store has made, by one statement. */
export async function loadPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `
      INSERT INTO locations (id, description, latitude, longitude)
      SELECT
        'record-' || lpad(index::text, 8, '0'), 'Record number ' || index,
        (index % 18000)::float8 / 100 - 90, (index % 36000)::float8 / 100 - 180
      FROM generate_series(0, $1::int - 1) AS index
    `,
    [count],
  );
  await client.end();
}
