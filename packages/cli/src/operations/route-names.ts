import { parseBasePath, segmentsBelow } from '@location-records/core/adapter-kit';

/** What lives below `/-/`, by its path: a fixed list, so that metrics stay few. */
const below: ReadonlyMap<string, string> = new Map([
  ['', '/-/'],
  ['docs', '/-/docs'],
  ['events', '/-/events'],
  ['livez', '/-/livez'],
  ['map', '/-/map'],
  ['metrics', '/-/metrics'],
  ['ogc', '/-/ogc'],
  ['ogc/', '/-/ogc'],
  ['ogc/collections', '/-/ogc/collections'],
  ['ogc/collections/records', '/-/ogc/collections/records'],
  ['ogc/collections/records/items', '/-/ogc/collections/records/items'],
  ['ogc/conformance', '/-/ogc/conformance'],
  ['openapi.json', '/-/openapi.json'],
  ['readyz', '/-/readyz'],
  ['records', '/-/records'],
  ['tiles.json', '/-/tiles.json'],
]);

/** Fast path for most targets: a slash and one segment. */
const plainSegment = /^\/[^#%./?\\]+$/;

/**
 * Returns what names the route of a request target below a base path: `/{id}` for every identifier, `/`,
 * `/-/records` and the like, and `unmatched` for unknown routes.
 */
export function routeNames(basePath = '/'): (target: string) => string {
  const baseSegments = parseBasePath(basePath);
  return (target) => {
    if (baseSegments.length === 0 && plainSegment.test(target)) return '/{id}';
    const [first = '', second, ...rest] = segmentsBelow(target, baseSegments) ?? ['unmatched', '', ''];
    if (second === undefined) return first === '' ? '/' : '/{id}';
    if (first !== '-') return 'unmatched';
    const name = below.get([second, ...rest].join('/'));
    if (name !== undefined) return name;
    if (second === 'map') return '/-/map/{file}';
    const folder = below.get([second, ...rest.slice(0, -1)].join('/'));
    if (folder?.endsWith('/items')) return `${folder}/{id}`;
    return second === 'tiles' && rest.length === 3 ? '/-/tiles/{z}/{x}/{y}.mvt' : 'unmatched';
  };
}
