import { writeRecords } from '@location-records/formats/files';
import { DatabaseSync } from '@location-records/sqlite-node20';

/** Writes a GeoPackage whose layer is a view that never ends. Reading it needs `--trust-file`. */
export async function writeEndlessGeoPackage(path: string): Promise<void> {
  await writeRecords(path, [[['a', { coordinates: { latitude: 1, longitude: 2 } }]]], { format: 'gpkg' });
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA foreign_keys = OFF;
    CREATE VIEW endless AS
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
      SELECT id, geom FROM locations WHERE (SELECT count(*) FROM numbers) > 0;
    UPDATE gpkg_contents SET table_name = 'endless';
    UPDATE gpkg_geometry_columns SET table_name = 'endless';
  `);
  database.close();
}
