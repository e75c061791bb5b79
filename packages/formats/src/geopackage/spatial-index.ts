import type { Coordinates } from '@location-records/core';
import { recordTable } from './schema.ts';
import type { DatabaseSync } from './sqlite-engine.ts';

/** The R*Tree of the layer, by the name that the extension demands. */
const tree = `rtree_${recordTable}_geom`;

const creation = `
  CREATE VIRTUAL TABLE ${tree} USING rtree(id, minx, maxx, miny, maxy);
  INSERT INTO gpkg_extensions VALUES
    ('${recordTable}', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only');
`;

const isPoint = '(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))';
const isNoPoint = '(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))';
const insertion = `INSERT OR REPLACE INTO ${tree} VALUES
  (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));`;
const deletion = `DELETE FROM ${tree} WHERE id = OLD.fid;`;

// The triggers of the extension (GeoPackage 1.3, F.3), with which other programs keep the tree when they edit.
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

/** The tree keeps numbers of 32 bits. Beyond these it would keep infinity on both sides, and not find the point. */
const maxFloat = 3.4028234663852886e38;

/** Adds a point to the spatial index. */
export type IndexPoint = (fid: number, coordinates: Coordinates) => void;

/**
 * Creates the spatial index, an R*Tree, of an empty layer. The result adds a point to it. Node.js before 22.16 has no
 * R*Tree: then there is no index, which a GeoPackage need not have.
 */
export function createSpatialIndex(database: DatabaseSync): IndexPoint | undefined {
  if (!database.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'rtree'").get()) return undefined;
  database.exec(creation);
  const insert = database.prepare(`INSERT INTO ${tree} VALUES (?, ?, ?, ?, ?)`);
  return (fid, { latitude, longitude }) => {
    const x = [Math.min(longitude, maxFloat), Math.max(longitude, -maxFloat)] as const;
    const y = [Math.min(latitude, maxFloat), Math.max(latitude, -maxFloat)] as const;
    insert.run(fid, ...x, ...y);
  };
}

/**
 * Adds the triggers that keep the index from now on. They call functions that SQLite does not have by itself, so they
 * come last.
 */
export function createTriggers(database: DatabaseSync): void {
  database.exec(triggers);
}
