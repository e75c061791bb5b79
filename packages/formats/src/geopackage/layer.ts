import type { ParseSettings } from '../parse-options.ts';
import { quote, quoteAll, shortened } from '../parsed-entry.ts';
import type { DatabaseSync } from './open-geopackage.ts';
import { invalid, rowsOf } from './open-geopackage.ts';
import { checkCatalogue, checkIsStored, firstOf, mostListed } from './tables.ts';

/** The options of reading a GeoPackage. */
export interface GeoPackageSettings extends ParseSettings {
  readonly layer: string | undefined;
  readonly trusted: boolean;
}

/** A layer of points, and the columns of the records in it. */
export interface Layer {
  readonly table: string;
  readonly geometry: string;
  /** The identifier of WGS 84 in this file. */
  readonly srs: number;
  /** The integer column of the primary key. Views have none. */
  readonly key: string | undefined;
  readonly id: string;
  readonly description: string | undefined;
}

/** A row of the list of layers. */
interface ListedLayer {
  readonly name: string;
  readonly geometry: string;
  readonly type: string;
  readonly srs: number;
  readonly organization: string | null;
  readonly code: number | null;
}

const list = `
  SELECT c.table_name AS name, g.column_name AS geometry, g.geometry_type_name AS type, g.srs_id AS srs,
    s.organization AS organization, s.organization_coordsys_id AS code
  FROM ${firstOf('gpkg_contents', mostListed.layers)} c
  JOIN ${firstOf('gpkg_geometry_columns', mostListed.layers)} g ON lower(g.table_name) = lower(c.table_name)
  LEFT JOIN ${firstOf('gpkg_spatial_ref_sys', mostListed.systems)} s ON s.srs_id = g.srs_id
  WHERE c.data_type = 'features'
  ORDER BY c.table_name
  LIMIT ${mostListed.layers}
`;

/** The codes of WGS 84 in EPSG: without altitudes, and with them. */
const wgs84: readonly unknown[] = [4326, 4979];

/** The identifiers of unknown systems, on a plane and on the Earth. */
const undefinedSystems: readonly unknown[] = [-1, 0];

const tables = ['gpkg_contents', 'gpkg_geometry_columns', 'gpkg_spatial_ref_sys'];

/**
 * Finds the layer to read.
 *
 * @throws {FormatError} `FORMAT_INVALID` if no layer exists, several exist and none is chosen, or the layer
 * cannot be read.
 */
export function findLayer(database: DatabaseSync, settings: GeoPackageSettings): Layer {
  const layer = chooseLayer(listLayers(database, settings), settings.layer);
  if (!settings.trusted) checkIsStored(database, layer.name, `The layer ${quote(layer.name)}`);
  checkLayer(layer);
  return {
    table: layer.name,
    geometry: layer.geometry,
    srs: layer.srs,
    ...findColumns(database, layer, settings),
  };
}

function listLayers(database: DatabaseSync, { trusted }: GeoPackageSettings): readonly ListedLayer[] {
  const find = database.prepare('SELECT 1 FROM sqlite_schema WHERE lower(name) = ?');
  const missing = tables.find((name) => find.get(name) === undefined);
  if (missing !== undefined) {
    throw invalid(`This is not a GeoPackage, but another SQLite database: it has no table "${missing}".`);
  }
  if (!trusted) checkCatalogue(database, ...tables);
  return [...rowsOf<ListedLayer>(database.prepare(list))];
}

function chooseLayer(layers: readonly ListedLayer[], wanted: string | undefined): ListedLayer {
  const [first] = layers;
  if (first === undefined) throw invalid('This GeoPackage has no layer of features.');
  const names = quoteAll(layers.map(({ name }) => name));
  if (wanted === undefined) {
    if (layers.length === 1) return first;
    throw invalid(
      `This GeoPackage has several layers: ${names}. Choose one, as with layer: ${quote(first.name)}.`,
    );
  }
  const layer = layers.find(({ name }) => name === wanted);
  if (layer === undefined) throw invalid(`This GeoPackage has no layer ${quote(wanted)}. It has ${names}.`);
  return layer;
}

function checkLayer({ name, type, srs, organization, code }: ListedLayer): void {
  if (organization?.toUpperCase() !== 'EPSG' || !wgs84.includes(code)) {
    const system =
      organization === null ? 'an unknown reference system' : shortened(`${organization}:${code}`);
    const advice = undefinedSystems.includes(srs)
      ? 'If it has longitudes and latitudes, say so with ogr2ogr -a_srs EPSG:4326.'
      : 'Convert it with ogr2ogr -t_srs EPSG:4326.';
    throw invalid(`The layer ${quote(name)} is in ${system}, not in EPSG:4326. ${advice}`);
  }
  if (!['POINT', 'GEOMETRY'].includes(type.toUpperCase())) {
    throw invalid(
      `The layer ${quote(name)} has geometries of the type ${shortened(type)}, not POINT. Make points of them, such as with ` +
        'ogr2ogr -dialect SQLite -sql "SELECT ST_Centroid(geom), * …".',
    );
  }
}

function findColumns(
  database: DatabaseSync,
  { name, geometry }: ListedLayer,
  { idProperty, descriptionProperty, ignoreProperties }: GeoPackageSettings,
): Pick<Layer, 'key' | 'id' | 'description'> {
  const columns = [
    ...rowsOf<{ readonly name: string; readonly type: string; readonly pk: number }>(
      database.prepare('SELECT name, type, pk FROM pragma_table_xinfo(?)'),
      name,
    ),
  ];
  const names = columns.map((column) => column.name);
  const keys = columns.filter(({ pk }) => pk > 0);
  const key = keys.length === 1 && keys[0]?.type.toUpperCase() === 'INTEGER' ? keys[0].name : undefined;
  const others = names.filter((column) => column !== geometry);
  const id = idProperty ?? 'id';
  if (!others.includes(id)) {
    throw invalid(
      `The layer ${quote(name)} has no column ${quote(id)}. Its columns are ${quoteAll(others)}. ` +
        `Name the one with the identifiers, as with idProperty: ${quote(others[0] ?? 'fid')}.`,
    );
  }
  const description = others.includes(descriptionProperty) ? descriptionProperty : undefined;
  if (description === undefined && descriptionProperty !== 'description') {
    throw invalid(
      `The layer ${quote(name)} has no column ${quote(descriptionProperty)}. Its columns are ${quoteAll(others)}.`,
    );
  }
  const unknown = others.filter((column) => ![key, id, description].includes(column));
  if (unknown.length > 0 && !ignoreProperties) {
    throw invalid(
      `The layer ${quote(name)} has columns that a record does not have: ${quoteAll(unknown)}. ` +
        "Leave them out with properties: 'ignore'.",
    );
  }
  return { key, id, description };
}
