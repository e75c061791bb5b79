import { ContractError, expectEqual } from '../contract-error.ts';
import { bodyText, statusAndBody } from './expect.ts';
import { errorObject, expectErrorObject } from './expect-problem.ts';
import { type HttpCase, httpCase } from './http-case.ts';
import { createRecord } from './records.ts';
import { ask } from './requests.ts';
import type { CaseRequest, CaseResponse, Service } from './service.ts';

/** Where a service that offers area queries has its records (D48). */
const recordsTarget = '/-/records';

/** A case about a service that offers area queries. */
export function areaCase(
  id: string,
  title: string,
  run: HttpCase['run'],
  more: Partial<Pick<HttpCase, 'needs' | 'options'>> = {},
): HttpCase {
  return httpCase(id, 'D48', title, run, { ...more, needs: ['areas', ...(more.needs ?? [])] });
}

/** A record as GeoJSON shows it. */
export interface Feature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] };
  readonly properties: { readonly description?: string; readonly distance?: number };
}

/** One page of records. */
export interface Page {
  readonly features: readonly Feature[];
  /** The target of the next page; `undefined` after the last. */
  readonly next: string | undefined;
}

/** The target of a query. */
export function targetOf(query: string): string {
  return query === '' ? recordsTarget : `${recordsTarget}?${query}`;
}

/** The page at a target, which must be GeoJSON. */
export async function readPage(
  service: Service,
  target: string,
  headers?: CaseRequest['headers'],
): Promise<Page> {
  const response = await service.request(ask('GET', target, headers));
  const { features, links } = parseCollection(response);
  const next = links.find(({ rel }) => rel === 'next');
  return { features, next: next && nextTarget(next.href, target) };
}

/** The pages of a query, each reached by the link of the one before. They must end. */
export async function* pagesOf(service: Service, query: string, basePath = ''): AsyncGenerator<Page> {
  const seen = new Set<string>();
  for (let target: string | undefined = `${basePath}${targetOf(query)}`; target !== undefined; ) {
    if (seen.has(target)) throw new ContractError('pages', 'pages that end', `${target} twice`);
    seen.add(target);
    const page: Page = await readPage(service, target);
    yield page;
    target = page.next;
  }
}

/** All records of a query, page by page. */
export async function readAll(service: Service, query: string): Promise<readonly Feature[]> {
  const features: Feature[] = [];
  for await (const page of pagesOf(service, query)) features.push(...page.features);
  return features;
}

/** The members of a FeatureCollection that a response must have. */
export function parseCollection(response: CaseResponse): {
  readonly features: readonly Feature[];
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type?: string }[];
} {
  const text = bodyText(response);
  const collection = response.status === 200 ? parsed(text) : undefined;
  if (collection?.type !== 'FeatureCollection' || !Array.isArray(collection.features)) {
    throw new ContractError(
      'response',
      statusAndBody(200, 'and a FeatureCollection'),
      statusAndBody(response.status, text),
    );
  }
  for (const feature of collection.features) expectFeature(feature);
  const { features, links = [] } = collection;
  const areLinks = Array.isArray(links) && links.every((link) => typeof Object(link).href === 'string');
  if (!areLinks) throw new ContractError('links', 'an array of links', links);
  return { features, links };
}

/** The Features of lines, each with an end: after a record separator each where they are a sequence (RFC 8142). */
export function parseFeatures(
  response: CaseResponse,
  format: 'ndjson' | 'geojsonseq' = 'ndjson',
): readonly Feature[] {
  expectFormat(response, format);
  const lines = bodyText(response).split('\n');
  expectEqual('text behind the last line', lines.pop(), '');
  return lines.map((line) => {
    if (format === 'geojsonseq') expectEqual('beginning of a line', line[0], '\x1e');
    const feature = parsed(format === 'geojsonseq' ? line.slice(1) : line);
    if (feature === undefined) throw new ContractError('line', 'a Feature as JSON', line);
    expectFeature(feature);
    return feature as unknown as Feature;
  });
}

/** A Feature with a Point, as RFC 7946 sections 3.1.2 and 3.2 define them. */
function expectFeature(feature: unknown): void {
  const { type, id, geometry, properties } = Object(feature);
  const kind = properties === null ? null : typeof properties;
  const { type: shape, coordinates } = Object(geometry);
  const numbers = Array.isArray(coordinates) ? coordinates.map((number) => typeof number) : coordinates;
  const actual = { type, id: typeof id, shape, coordinates: numbers, properties: kind };
  const expected = { type: 'Feature', id: 'string', shape: 'Point', coordinates: ['number', 'number'] };
  expectEqual('feature', actual, { ...expected, properties: 'object' });
}

/** The target that a reference in a response leads to, resolved against the target of its request (RFC 3986 5.2.2). */
export function nextTarget(reference: string, target: string): string {
  const base = new URL(target, 'http://localhost');
  const url = URL.canParse(reference, base.href) ? new URL(reference, base) : undefined;
  // Below a path that the case does not know, a reference may have it.
  if (url?.pathname.endsWith(base.pathname)) return `${base.pathname}${url.search}`;
  throw new ContractError('next', `a reference to a page of ${base.pathname}`, reference);
}

/** The reference of the next page in the field `Link` (RFC 8288 section 3); `undefined` when it has none. */
export function nextReference({ headers: { link = [] } }: CaseResponse): string | undefined {
  return /<([^>]*)>\s*;[^,]*\brel="?next"?(?:\s|[;,]|$)/i.exec(link.join(', '))?.[1];
}

/** 400 with an Error object that names a parameter. */
export async function expectFault(service: Service, query: string, parameter: string): Promise<void> {
  const response = await service.request(ask('GET', targetOf(query)));
  const text = bodyText(response);
  if (response.status !== 400) {
    const expected = statusAndBody(400, errorObject);
    throw new ContractError(`response to ?${query}`, expected, statusAndBody(response.status, text));
  }
  expectErrorObject(response, 'D48');
  const message = String(parsed(text)?.error_message);
  if (message.split(/[^\w-]+/).includes(parameter)) return;
  throw new ContractError(`message for ?${query}`, `a message that names ${parameter}`, message);
}

/** The media type of each format. */
export const mediaTypes = {
  geojson: 'application/geo+json',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  geojsonseq: 'application/geo+json-seq',
  csv: 'text/csv; charset=utf-8',
  'json-object': 'application/json',
};
/** A format, as the parameter `f` names it. */
export type Format = keyof typeof mediaTypes;

/** A response in a format, with exactly its media type. */
export function expectFormat(response: CaseResponse, format: Format): void {
  if (response.status !== 200) {
    const actual = statusAndBody(response.status, bodyText(response));
    throw new ContractError('response', statusAndBody(200, `and ${mediaTypes[format]}`), actual);
  }
  expectEqual('Content-Type', response.headers['content-type'], [mediaTypes[format]]);
}

/** GET of a query, with a field `Accept`, unless it is empty. */
export function getAs(service: Service, query: string, accept = ''): Promise<CaseResponse> {
  return service.request(ask('GET', targetOf(query), accept === '' ? [] : [['Accept', accept]]));
}

/** Latitude and longitude, and a description where there is one. */
export type Spot = readonly [latitude: number, longitude: number, description?: string | undefined];

/** Records of a case, which knows them by names. */
export class Places<Name extends string> {
  readonly #service: Service;
  /** The identifier of each record. */
  readonly ids: Readonly<Record<Name, string>>;
  readonly #names: ReadonlyMap<string, Name>;

  constructor(service: Service, ids: Readonly<Record<Name, string>>) {
    this.#service = service;
    this.ids = ids;
    this.#names = new Map((Object.keys(ids) as Name[]).map((name) => [ids[name], name]));
  }

  /** The names of those records of the case that are among others, in their order. */
  among(features: readonly Pick<Feature, 'id'>[]): readonly Name[] {
    return features.flatMap(({ id }) => this.#names.get(id) ?? []);
  }

  /** The query finds exactly these records of the case, in any order, and each of them once. */
  async expectFound(query: string, names: readonly NoInfer<Name>[]): Promise<void> {
    const found = this.among(await readAll(this.#service, query));
    expectEqual(`found by ?${query}`, found.toSorted(), names.toSorted());
  }
}

/** Creates a record at each spot. */
export async function createPlaces<Name extends string>(
  service: Service,
  spots: Readonly<Record<Name, Spot>>,
): Promise<Places<Name>> {
  const ids: Record<string, string> = {};
  for (const [name, spot] of Object.entries<Spot>(spots)) {
    ids[name] = await createRecord(service, locationAt(spot));
  }
  return new Places(service, ids as Record<Name, string>);
}

/** A Location in canonical JSON. */
export function locationAt([latitude, longitude, description]: Spot): string {
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
