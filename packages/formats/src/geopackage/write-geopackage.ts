import { type Coordinates, InvalidArgumentError, type LocationRecord } from '@location-records/core';
import { checkWritten } from '../check-record.ts';
import { FormatError } from '../formats.ts';
import { quote } from '../parsed-entry.ts';
import { type BoundValue, type DatabaseSync, loadSqlite } from './open-geopackage.ts';
import { writePoint } from './point-blob.ts';

/** The table with the records. */
const recordTable = 'locations';
/** WGS 84 as EPSG:4326. In a GeoPackage, the longitude of its points comes first. */
const wgs84 = 4326;

/** "GPKG". */
const applicationId = 0x47504b47;
/** GeoPackage 1.3. GDAL before 3.7 warns of 1.4, which adds nothing for points. */
const version = 10_300;

const wgs84Definition =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],' +
  'AUTHORITY["EPSG","4326"]]';

// The definitions of the specification (OGC 12-128r18, annex C).
const creation = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${version};
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL PRIMARY KEY,
    organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL,
    definition TEXT NOT NULL,
    description TEXT
  );
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY,
    data_type TEXT NOT NULL,
    identifier TEXT UNIQUE,
    description TEXT DEFAULT '',
    last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x DOUBLE,
    min_y DOUBLE,
    max_x DOUBLE,
    max_y DOUBLE,
    srs_id INTEGER,
    CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
  );
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL,
    column_name TEXT NOT NULL,
    geometry_type_name TEXT NOT NULL,
    srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL,
    m TINYINT NOT NULL,
    CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
    CONSTRAINT uk_gc_table_name UNIQUE (table_name),
    CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
    CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
  );
  CREATE TABLE gpkg_extensions (
    table_name TEXT,
    column_name TEXT,
    extension_name TEXT NOT NULL,
    definition TEXT NOT NULL,
    scope TEXT NOT NULL,
    CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
  );
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
    ('WGS 84 geodetic', ${wgs84}, 'EPSG', 4326, '${wgs84Definition}',
     'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
  INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)
    VALUES ('${recordTable}', 'features', '${recordTable}', ${wgs84});
  INSERT INTO gpkg_geometry_columns VALUES ('${recordTable}', 'geom', 'POINT', ${wgs84}, 0, 0);
  CREATE TABLE ${recordTable} (
    fid INTEGER PRIMARY KEY NOT NULL,
    geom POINT,
    id TEXT NOT NULL UNIQUE,
    description TEXT
  );
`;

const encoder = new TextEncoder();

/**
 * Without flushes, because the caller flushes the temporary file. The journal stays nearly empty, as the
 * database was before; some engines refuse to work without one.
 */
const settings = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -16384;
`;

/**
 * Writes records as a GeoPackage to an empty file. If it rejects, the file is useless.
 *
 * @throws {FormatError} `FORMAT_INVALID` if two records have the same identifier.
 */
export async function writeGeoPackage(
  path: string,
  batches: AsyncIterable<readonly LocationRecord[]>,
): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path);
  try {
    database.exec(settings);
    // One transaction for speed, not one for each row.
    database.exec('BEGIN');
    database.exec(creation);
    const indexPoint = createSpatialIndex(database);
    await insertRecords(database, indexPoint, batches);
    if (indexPoint) database.exec(triggers);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

async function insertRecords(
  database: DatabaseSync,
  indexPoint: IndexPoint | undefined,
  batches: AsyncIterable<readonly LocationRecord[]>,
): Promise<void> {
  const insertion = `INSERT INTO ${recordTable} VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT))`;
  const insert = database.prepare(`${insertion} ON CONFLICT (id) DO NOTHING`);
  const extent = new Extent();
  let fid = 0;
  for await (const batch of batches) {
    if (!Array.isArray(batch)) throw new InvalidArgumentError('batches', 'an iterable of arrays of records');
    for (const record of batch as readonly LocationRecord[]) {
      checkWritten(record);
      const [id, { description, coordinates }] = record;
      fid++;
      const point = writePoint(coordinates, wgs84);
      if (Number(insert.run(fid, point, bindText(id), bindText(description)).changes) === 0) {
        throw new FormatError('FORMAT_INVALID', `Two of the records have the identifier ${quote(id)}.`);
      }
      indexPoint?.(fid, coordinates);
      extent.include(coordinates);
    }
  }
  if (fid > 0) {
    const update = database.prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?');
    update.run(extent.minX, extent.minY, extent.maxX, extent.maxY);
  }
}

/** Some engines cut strings at NUL, and others read empty bytes as NULL. */
function bindText(text: string | undefined): BoundValue {
  if (text === undefined) return null;
  return text.includes('\0') ? encoder.encode(text) : text;
}

/** The box around all points. */
class Extent {
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;

  include({ latitude, longitude }: Coordinates): void {
    this.minX = Math.min(this.minX, longitude);
    this.minY = Math.min(this.minY, latitude);
    this.maxX = Math.max(this.maxX, longitude);
    this.maxY = Math.max(this.maxY, latitude);
  }
}

/** The R*Tree of the layer. The extension prescribes the name. */
const tree = `rtree_${recordTable}_geom`;

const indexCreation = `
  CREATE VIRTUAL TABLE ${tree} USING rtree(id, minx, maxx, miny, maxy);
  INSERT INTO gpkg_extensions VALUES
    ('${recordTable}', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
`;

const isPoint = '(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))';
const isNoPoint = '(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))';
const insertion = `INSERT OR REPLACE INTO ${tree} VALUES
  (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));`;
const deletion = `DELETE FROM ${tree} WHERE id = OLD.fid;`;

/**
 * The triggers of the extension (GeoPackage 1.3, F.3), with which other programs update the tree. They are
 * created last, because they call functions that SQLite lacks.
 */
const triggers = `
  CREATE TRIGGER ${tree}_insert AFTER INSERT ON ${recordTable} WHEN ${isPoint} BEGIN ${insertion} END;
  CREATE TRIGGER ${tree}_update1 AFTER UPDATE OF geom ON ${recordTable}
    WHEN OLD.fid = NEW.fid AND ${isPoint} BEGIN ${insertion} END;
  CREATE TRIGGER ${tree}_update2 AFTER UPDATE OF geom ON ${recordTable}
    WHEN OLD.fid = NEW.fid AND ${isNoPoint} BEGIN ${deletion} END;
  CREATE TRIGGER ${tree}_update3 AFTER UPDATE ON ${recordTable}
    WHEN OLD.fid != NEW.fid AND ${isPoint} BEGIN ${deletion} ${insertion} END;
  CREATE TRIGGER ${tree}_update4 AFTER UPDATE ON ${recordTable}
    WHEN OLD.fid != NEW.fid AND ${isNoPoint} BEGIN DELETE FROM ${tree} WHERE id IN (OLD.fid, NEW.fid); END;
  CREATE TRIGGER ${tree}_delete AFTER DELETE ON ${recordTable} WHEN OLD.geom NOT NULL BEGIN ${deletion} END;
`;

/** The largest number of 32 bits, as the tree keeps them: it does not find points at infinity. */
const maxFloat = 3.4028234663852886e38;

/** Adds a point to the spatial index. */
type IndexPoint = (fid: number, coordinates: Coordinates) => void;

/**
 * Creates the spatial index, an R*Tree, of an empty layer. Returns the function that adds a point. Creates no
 * index if SQLite has no R*Trees, as in Node.js before 22.16.
 */
function createSpatialIndex(database: DatabaseSync): IndexPoint | undefined {
  if (!database.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'rtree'").get()) return undefined;
  database.exec(indexCreation);
  const insert = database.prepare(`INSERT INTO ${tree} VALUES (?, ?, ?, ?, ?)`);
  return (fid, { latitude, longitude }) => {
    const x = [Math.min(longitude, maxFloat), Math.max(longitude, -maxFloat)] as const;
    const y = [Math.min(latitude, maxFloat), Math.max(latitude, -maxFloat)] as const;
    insert.run(fid, ...x, ...y);
  };
}
