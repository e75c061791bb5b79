import type { DatabaseSync } from './sqlite-engine.ts';

/** The table with the records, and its columns. */
export const recordTable = 'locations';
/** The spatial reference system of the records: WGS 84 as EPSG:4326. Its points are longitude, then latitude. */
export const wgs84 = 4326;

/** "GPKG". */
const applicationId = 0x47504b47;
/** GeoPackage 1.3. GDAL before 3.7 warns of 1.4, which has nothing more for a layer of points. */
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

/** Makes a GeoPackage with an empty layer of records of an empty database. */
export function createSchema(database: DatabaseSync): void {
  database.exec(creation);
}
