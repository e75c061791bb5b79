/** Something that a service may have, and the front door leads to. */
export interface DoorLink {
  /** The name in the JSON of the front door. */
  readonly name: string;
  /** The section of the routes that serves it; `undefined` if every service has it. */
  readonly section?: string;
  /** The path below the service, without a slash before it. */
  readonly path: string;
  readonly title: string;
  /** What people find there. */
  readonly text: string;
}

/** What the front door leads to if it exists, in this order. The map has a button. */
const known: readonly DoorLink[] = [
  { name: 'map', section: 'map', path: '-/map', title: 'Map', text: 'The records on a map.' },
  {
    name: 'records',
    section: 'records',
    path: '-/records',
    title: 'Records',
    text: 'As GeoJSON, page by page, in a box or near a point; also as CSV, KML, GPX and more.',
  },
  {
    name: 'tiles',
    section: 'tiles.json',
    path: '-/tiles.json',
    title: 'Vector tiles',
    text: 'TileJSON, for MapLibre, QGIS and other maps.',
  },
  {
    name: 'ogc',
    section: 'ogc',
    path: '-/ogc',
    title: 'OGC API Features',
    text: 'The records as a layer, for QGIS, GDAL and other geographic information systems.',
  },
  {
    name: 'docs',
    section: 'docs',
    path: '-/docs',
    title: 'The API',
    text: 'What programs can send, and what they get.',
  },
  {
    name: 'openapi',
    section: 'openapi.json',
    path: '-/openapi.json',
    title: 'OpenAPI',
    text: 'The same for programs, such as generators of clients.',
  },
  {
    name: 'health',
    section: 'readyz',
    path: '-/readyz',
    title: 'Health',
    text: 'Whether the service is ready.',
  },
  {
    name: 'list',
    path: '',
    title: 'The list',
    text: 'All records at once, as JSON. It may be long.',
  },
];

/** Returns what exists. */
export function linksTo(sections: readonly string[]): readonly DoorLink[] {
  return known.filter(({ section }) => section === undefined || sections.includes(section));
}
