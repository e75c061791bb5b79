import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { DatabaseSync } from '@photostructure/sqlite';
import { type AreaContestant, type Row, rowsText } from './contestant.ts';

/** The R*Tree module of SQLite beside a table, compared again with the exact numbers. */
export function openRtree(path: string, records: readonly LocationRecord[]): AreaContestant {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE places (number INTEGER PRIMARY KEY, id TEXT, description TEXT, latitude REAL, longitude REAL);
    CREATE VIRTUAL TABLE boxes USING rtree(number, west, east, south, north);
    BEGIN;
  `);
  const insertPlace = database.prepare('INSERT INTO places VALUES (?, ?, ?, ?, ?)');
  const insertBox = database.prepare('INSERT INTO boxes VALUES (?, ?, ?, ?, ?)');
  for (const [number, [id, { description = null, coordinates }]] of records.entries()) {
    const { latitude, longitude } = coordinates;
    insertPlace.run(number, id, description, latitude, longitude);
    insertBox.run(number, longitude, longitude, latitude, latitude);
  }
  database.exec('COMMIT');
  const select = database.prepare(`
    SELECT id, description, latitude, longitude FROM boxes JOIN places USING (number)
    WHERE east >= $west AND west <= $east AND north >= $south AND south <= $north
      AND latitude BETWEEN $south AND $north AND longitude BETWEEN $west AND $east
    LIMIT $limit
  `);
  const read = ({ west, south, east, north }: Box, limit: number) =>
    rowsText(select.all({ $west: west, $south: south, $east: east, $north: north, $limit: limit }) as Row[]);
  return {
    name: 'R*Tree beside a table',
    page: async (box, limit) => read(box, limit),
    all: async (box) => [read(box, -1)],
    close: async () => database.close(),
  };
}
