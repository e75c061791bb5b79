import { ServiceError, UsageError } from '../errors.ts';
import { isErrorObject, messageOf, parseJson } from '../service/responses.ts';
import type { AreaResponse, AreaSource } from './area-source.ts';

/**
 * The maximum number of records in one page. Each page of what is near also looks at some records beside its
 * ring.
 */
const pageSizes = { near: 10_000, others: 1000 };

/** The number of successive pages without a record after which a service counts as endless. */
const maxEmptyPages = 10_000;

/** A record as GeoJSON, as `/-/records` sends it. */
export interface Feature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly [longitude: number, latitude: number] };
  /** `distance` is in metres. */
  readonly properties: { readonly description?: string; readonly distance?: number };
}

/** The features of a page. */
export interface AreaPage {
  readonly features: readonly Feature[];
  /** Whether there are more, beyond `--limit`. */
  readonly hasMore: boolean;
}

/** What records are looked for: in a box, or near a point. Without both it is all of them. */
interface AreaQuery {
  readonly bbox?: string | undefined;
  readonly near?: string | undefined;
  readonly radius?: string | undefined;
  /** The maximum number of records. */
  readonly limit: number;
}

/** The features of a page, and whether there is another one. */
interface ReadPage {
  readonly features: readonly Feature[];
  readonly hasNext: boolean;
}

/**
 * The pages of a query, up to its limit.
 *
 * @param command the name of the command, for a hint at its help.
 * @throws {UsageError} when the query is not valid.
 * @throws {ServiceError} when the service does not respond as it should.
 * @throws the reason of the signal.
 */
export async function* pagesOf(
  source: AreaSource,
  { bbox, near, radius, limit }: AreaQuery,
  command: 'export' | 'find',
  signal: AbortSignal,
): AsyncGenerator<AreaPage, undefined> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ bbox, near, radius })) {
    if (value !== undefined) query.set(name, value);
  }
  const pageSize = near === undefined ? pageSizes.others : pageSizes.near;
  let emptyPages = 0;
  const read = async (pageLimit: number): Promise<ReadPage> => {
    query.set('limit', String(pageLimit));
    const { features, next } = readPage(await source.ask(query.toString()), query.has('cursor'), command);
    emptyPages = features.length > 0 ? 0 : emptyPages + 1;
    if (emptyPages === maxEmptyPages) throw unsuitable(`it sent ${maxEmptyPages} pages without a record`);
    signal.throwIfAborted();
    if (next !== undefined) query.set('cursor', next);
    return { features, hasNext: next !== undefined };
  };
  let remaining = limit;
  for (;;) {
    const { features, hasNext } = await read(Math.min(remaining, pageSize));
    remaining -= features.length;
    if (hasNext && remaining > 0) {
      yield { features, hasMore: true };
      continue;
    }
    yield { features, hasMore: hasNext && (await hasRecords(() => read(1))) };
    return undefined;
  }
}

/** Whether one of the next pages has a record: it may be that the next one is the last, and empty. */
async function hasRecords(readNext: () => Promise<ReadPage>): Promise<boolean> {
  try {
    let page = await readNext();
    while (page.hasNext && page.features.length === 0) page = await readNext();
    return page.features.length > 0;
  } catch (error) {
    // The search for them met a limit. What was asked for has come.
    if (error instanceof ServiceError) return true;
    throw error;
  }
}

/**
 * Reads a page of GeoJSON, with the cursor of the next one. What is wrong with a later page is not the user's
 * query.
 */
function readPage({ status, text }: AreaResponse, isLater: boolean, command: string) {
  const page = parseJson(text);
  if (status === 400 && !isLater && isErrorObject(page)) {
    throw new UsageError(withFlags(messageOf(page)), `Run location-records ${command} --help.`);
  }
  if (status === 200 && isFeatureCollection(page)) {
    const href = page.links?.find(({ rel }) => rel === 'next')?.href;
    return { features: page.features, next: href === undefined ? undefined : cursorOf(href) };
  }
  const advice =
    status === 404 || status === 200
      ? 'it does not serve /-/records: start it with location-records serve --areas'
      : messageOf(page);
  throw unsuitable(`it responded with ${status}; ${advice}`);
}

function unsuitable(problem: string): ServiceError {
  return new ServiceError('SERVICE_UNSUITABLE', `The service cannot be used: ${problem}.`);
}

function cursorOf(href: string): string {
  const base = 'http://localhost';
  const cursor = URL.canParse(href, base) ? new URL(href, base).searchParams.get('cursor') : null;
  if (cursor === null) throw unsuitable('its link to the next page has no cursor');
  return cursor;
}

interface FeatureCollection {
  readonly features: readonly Feature[];
  readonly links?: readonly { readonly rel: string; readonly href: string }[];
}

function isFeatureCollection(value: unknown): value is FeatureCollection {
  const { type, features, links = [] } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const areLinks = Array.isArray(links) && links.every((link) => typeof link?.href === 'string');
  return type === 'FeatureCollection' && Array.isArray(features) && features.every(isFeature) && areLinks;
}

function isFeature(value: unknown): value is Feature {
  const { id, geometry, properties } = (value ?? {}) as Partial<Feature>;
  const coordinates: unknown = geometry?.coordinates;
  const isPoint =
    Array.isArray(coordinates) && coordinates.length === 2 && coordinates.every(Number.isFinite);
  return typeof id === 'string' && isPoint && typeof properties === 'object' && properties !== null;
}

/** The parameters of the query are flags here. */
function withFlags(message: string): string {
  return `${message.replace(/The parameter "(\w+)"/, '--$1').replace(/"(bbox|near|radius)"/g, '--$1')}.`;
}
