/** A link of OGC API (RFC 8288). */
export interface OgcLink {
  /** An absolute URL, since most clients need that. */
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

/** The only collection. */
export const collectionId = 'records';

const json = 'application/json';
export const geoJson = 'application/geo+json';

/** Longitude and latitude on WGS 84, in this order. */
const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/**
 * Without the class `oas30`, since the description of the API is OpenAPI 3.1, for which Part 1 has no class.
 */
const classes = ['core', 'geojson'].map(
  (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
);

/** Returns the landing page (OGC 17-069r4 section 7.2). */
export function landingPage(service: string) {
  const root = rootOf(service);
  return {
    title: 'Location records',
    description: 'Places: an optional description and a pair of coordinates under an identifier.',
    links: [
      link('self', root, 'This document'),
      {
        href: `${service}/-/openapi.json`,
        rel: 'service-desc',
        type: 'application/vnd.oai.openapi+json;version=3.1',
        title: 'The API',
      },
      { href: `${service}/-/docs`, rel: 'service-doc', type: 'text/html', title: 'The API, for people' },
      link('conformance', `${root}/conformance`, 'What is implemented of OGC API'),
      link('data', `${root}/collections`, 'The collections'),
    ],
  };
}

/** Returns which classes of the standard are implemented (section 7.4). */
export function conformance() {
  return { conformsTo: classes };
}

/** Returns the list of collections, which has one (section 7.13). */
export function collections(service: string) {
  const href = `${rootOf(service)}/collections`;
  return { links: [link('self', href, 'This document')], collections: [collection(service)] };
}

/** Returns what describes the collection (section 7.14). */
export function collection(service: string) {
  const href = collectionUrl(service);
  return {
    id: collectionId,
    title: 'Location records',
    itemType: 'feature',
    crs: [crs84],
    // Without one, QGIS takes that of the first ten records for the extent of all.
    extent: { spatial: { bbox: [[-180, -90, 180, 90]], crs: crs84 } },
    links: [link('self', href, 'This document'), { ...itemsLink(service, 'items'), title: 'The records' }],
  };
}

/** Returns a link to the items, with a query or without. */
export function itemsLink(service: string, rel: string, query = ''): OgcLink {
  return { href: `${collectionUrl(service)}/items${query}`, rel, type: geoJson };
}

/** Returns the links of one item. */
export function itemLinks(service: string, id: string): readonly OgcLink[] {
  return [
    { href: `${collectionUrl(service)}/items/${encodeURIComponent(id)}`, rel: 'self', type: geoJson },
    link('collection', collectionUrl(service), 'The collection'),
  ];
}

function rootOf(service: string): string {
  return `${service}/-/ogc`;
}

function collectionUrl(service: string): string {
  return `${rootOf(service)}/collections/${collectionId}`;
}

function link(rel: string, href: string, title: string): OgcLink {
  return { href, rel, type: json, title };
}
