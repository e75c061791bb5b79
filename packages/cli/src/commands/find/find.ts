import { ServiceError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { type Feature, findTable } from '../../report/find-table.ts';
import { untilStopped } from '../../until-stopped.ts';
import { type AreaResponse, type AreaSource, openAreaSource } from './area-source.ts';
import type { FindCommandOptions } from './find-command.ts';

const scanNotice = 'location-records: the store has no index for area queries, so all its records are read';
const moreNotice = 'location-records: there are more records; see --limit';

/** The maximum number of records in one page. Each page of what is near also looks at some records beside its ring. */
const pageSizes = { near: 10_000, others: 1000 };

/** The number of successive pages without a record after which a service counts as endless. */
const maxEmptyPages = 10_000;

/**
 * Finds records and writes them. Resolves to 0, or to 128 + n after signal n.
 *
 * @throws {UsageError} when the query is not valid.
 * @throws {ServiceError} when the service cannot be asked.
 * @throws {StoreError} or {StartError} when the store cannot be opened, or fails.
 */
export function find(options: FindCommandOptions, io: Io): Promise<number> {
  const format = options.format ?? (io.stdout.isTTY ? 'table' : 'geojson');
  return untilStopped(io, async ({ signal }) => {
    try {
      const source = await openAreaSource(options, signal, () => io.stderr.write(`${scanNotice}\n`));
      try {
        const pages = pagesOf(source, options, signal);
        if (format === 'table') await writeTable(pages, io);
        else await writeFeatures(pages, format, io);
      } finally {
        await source.close();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return 0;
  });
}

/** The features of a page. */
interface Page {
  readonly features: readonly Feature[];
  /** Whether there are more, beyond `--limit`. */
  readonly hasMore: boolean;
}

async function* pagesOf(
  source: AreaSource,
  { bbox, near, radius, limit }: FindCommandOptions,
  signal: AbortSignal,
): AsyncGenerator<Page, undefined> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ bbox, near, radius })) {
    if (value !== undefined) query.set(name, value);
  }
  const pageSize = near === undefined ? pageSizes.others : pageSizes.near;
  let remaining = limit;
  let emptyPages = 0;
  for (;;) {
    query.set('limit', String(Math.min(remaining, pageSize)));
    const { features, next } = readPage(await source.ask(query.toString()), query.has('cursor'));
    emptyPages = features.length > 0 ? 0 : emptyPages + 1;
    if (emptyPages === maxEmptyPages) throw unsuitable(`it sent ${maxEmptyPages} pages without a record`);
    signal.throwIfAborted();
    remaining -= features.length;
    const hasMore = next !== undefined;
    yield { features, hasMore };
    if (!hasMore || remaining <= 0) return;
    query.set('cursor', next);
  }
}

/** Reads a page of GeoJSON, with the cursor of the next one. What is wrong with a later page is not the user's query. */
function readPage(
  { status, body }: AreaResponse,
  isLater: boolean,
): {
  readonly features: readonly Feature[];
  readonly next: string | undefined;
} {
  const page = parseJson(body);
  if (status === 400 && !isLater && isErrorObject(page)) {
    throw new UsageError(withFlags(messageOf(page)), 'Run location-records find --help.');
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
  const cursor = URL.canParse(href, 'http://localhost')
    ? new URL(href, 'http://localhost').searchParams.get('cursor')
    : null;
  if (cursor === null) throw unsuitable('its link to the next page has no cursor');
  return cursor;
}

interface FeatureCollection {
  readonly features: readonly Feature[];
  readonly links?: readonly { readonly rel: string; readonly href: string }[];
}

function isFeatureCollection(value: unknown): value is FeatureCollection {
  const { type, features, links } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole = Array.isArray(features) && features.every(isFeature);
  return type === 'FeatureCollection' && isWhole && (links === undefined || areLinks(links));
}

function isFeature(value: unknown): value is Feature {
  const { id, geometry, properties } = (value ?? {}) as Partial<Feature>;
  const coordinates: unknown = geometry?.coordinates;
  return (
    typeof id === 'string' &&
    Array.isArray(coordinates) &&
    coordinates.length === 2 &&
    coordinates.every(Number.isFinite) &&
    typeof properties === 'object' &&
    properties !== null
  );
}

function areLinks(value: unknown): boolean {
  return Array.isArray(value) && value.every((link) => typeof link?.href === 'string');
}

function isErrorObject(value: unknown): boolean {
  return typeof (value as { readonly error_message?: unknown } | undefined)?.error_message === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message of an Error object, without the full stop at its end. */
function messageOf(value: unknown): string {
  const { error_message: message } = (value ?? {}) as { readonly error_message?: unknown };
  return typeof message === 'string' ? printableLine(message).replace(/\.$/, '') : 'it did not say why';
}

/** The parameters of the query are flags here. */
function withFlags(message: string): string {
  return `${message.replace(/The parameter "(\w+)"/, '--$1').replace(/"(bbox|near|radius)"/g, '--$1')}.`;
}

async function writeTable(pages: AsyncIterable<Page>, { stdout, env }: Io): Promise<void> {
  const features: Feature[] = [];
  let hasMore = false;
  for await (const page of pages) {
    features.push(...page.features);
    hasMore = page.hasMore;
  }
  await writeAll(
    stdout,
    findTable(features, { hasMore, width: stdout.columns || 80, paint: paintFor({ stdout, env }) }),
  );
}

/** Writes each page when it comes, a feature on each line. */
async function writeFeatures(
  pages: AsyncIterable<Page>,
  format: 'geojson' | 'ndjson',
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
): Promise<void> {
  const isCollection = format === 'geojson';
  const [begin, between, end] = isCollection
    ? ['{"type":"FeatureCollection","features":[\n', ',\n', '\n]}\n']
    : ['', '\n', '\n'];
  let separator = begin;
  let isCut = false;
  for await (const { features, hasMore } of pages) {
    isCut = hasMore;
    for (const feature of features) {
      await writeAll(stdout, separator + JSON.stringify(feature));
      separator = between;
      // Its reader is gone, as behind `| head`.
      if (stdout.destroyed) return;
    }
  }
  const hasAny = separator !== begin;
  if (hasAny || isCollection) await writeAll(stdout, hasAny ? end : `${begin}]}\n`);
  if (isCut) await writeAll(stderr, `${moreNotice}\n`);
}
