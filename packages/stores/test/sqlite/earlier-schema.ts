import { openRaw } from './open-raw.ts';

/**
 * Creates a database as earlier versions of this package did: with schema 1, whose table has all descriptions. The SQL is a
 * copy of theirs, which never changes again.
 */
export async function createEarlierDatabase(path: string): Promise<void> {
  const database = await openRaw(
    path,
    `
      PRAGMA page_size = 4096;
      PRAGMA journal_mode = WAL;
      CREATE TABLE locations (
        id TEXT PRIMARY KEY NOT NULL,
        description TEXT,
        latitude REAL NOT NULL CHECK (abs(latitude) < 9e999),
        longitude REAL NOT NULL CHECK (abs(longitude) < 9e999)
      ) STRICT, WITHOUT ROWID;
      PRAGMA application_id = ${0x4c4f4352};
      PRAGMA user_version = 1;
    `,
  );
  database.close();
}
