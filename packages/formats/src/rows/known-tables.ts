/** A table that is published without a header, so that its columns are known by its documentation alone. */
export interface KnownTable {
  readonly publisher: string;
  readonly columns: readonly string[];
  /** Matches the fields of a column of this name. */
  readonly signature: readonly [name: string, fields: RegExp];
}

const knownTables: readonly KnownTable[] = [
  {
    publisher: 'GeoNames',
    columns: [
      ...['geonameid', 'name', 'asciiname', 'alternatenames', 'latitude', 'longitude', 'feature class'],
      ...['feature code', 'country code', 'cc2', 'admin1 code', 'admin2 code', 'admin3 code', 'admin4 code'],
      ...['population', 'elevation', 'dem', 'timezone', 'modification date'],
    ],
    signature: ['feature class', /^[AHLPRSTUV]?$/],
  },
  {
    publisher: 'GeoNames',
    columns: [
      ...['country code', 'postal code', 'place name', 'admin name1', 'admin code1', 'admin name2'],
      ...['admin code2', 'admin name3', 'admin code3', 'latitude', 'longitude', 'accuracy'],
    ],
    signature: ['country code', /^[A-Z]{2}$/],
  },
  {
    publisher: 'OpenFlights',
    columns: [
      ...['id', 'name', 'city', 'country', 'iata', 'icao', 'latitude', 'longitude', 'altitude'],
      ...['timezone', 'dst', 'tz database timezone', 'type', 'source'],
    ],
    signature: ['icao', /^([A-Z\d]{4}|\\N)?$/],
  },
];

/** Finds the known table to which rows belong. */
export function findKnownTable(rows: readonly (readonly string[])[]): KnownTable | undefined {
  return knownTables.find((table) => rows.length > 0 && rows.every((row) => belongs(row, table)));
}

function belongs(cells: readonly string[], { columns, signature }: KnownTable): boolean {
  const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
  const [name, fields] = signature;
  return (
    cells.length === columns.length &&
    fields.test(cell(name)) &&
    isWithin(cell('latitude'), 90) &&
    isWithin(cell('longitude'), 180)
  );
}

function isWithin(cell: string, limit: number): boolean {
  return /^-?\d+(\.\d+)?$/.test(cell) && Math.abs(Number(cell)) <= limit;
}
