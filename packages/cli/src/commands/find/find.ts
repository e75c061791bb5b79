import { ServiceError, UsageError } from '../../errors.ts';
import type { Io, Output } from '../../io.ts';
import { paintFor } from '../../output/paint.ts';
import { printableLine } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { type Feature, findTable } from '../../report/find-table.ts';
import { untilStopped } from '../../until-stopped.ts';
import { type AreaResponse, type AreaSource, openAreaSource } from './area-source.ts';
import type { FindCommandOptions } from './find-command.ts';

const scanNotice =
  'location-records: the store has no index for area queries, so all records are read; serve --areas builds one';

/** The maximum number of records in one page. */
const pageSize = 1000;

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
        else await writeFeatures(pages, format, io.stdout);
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
  let remaining = limit;
  for (;;) {
    query.set('limit', String(Math.min(remaining, pageSize)));
    const { features, next } = readPage(await source.ask(query.toString()));
    signal.throwIfAborted();
    remaining -= features.length;
    const hasMore = next !== undefined;
    yield { features, hasMore };
    if (!hasMore || remaining <= 0) return;
    query.set('cursor', next);
  }
}

/** Reads a page of GeoJSON, with the cursor of the next one. */
function readPage({ status, body }: AreaResponse): {
  readonly features: readonly Feature[];
  readonly next: string | undefined;
} {
  const page = parseJson(body);
  if (status === 400) throw new UsageError(withFlags(messageOf(page)), 'Run location-records find --help.');
  if (status === 200 && isFeatureCollection(page)) {
    const href = page.links?.find(({ rel }) => rel === 'next')?.href;
    const next = href === undefined ? null : new URL(href, 'http://localhost').searchParams.get('cursor');
    return { features: page.features, next: next ?? undefined };
  }
  const advice =
    status === 404 || status === 200
      ? 'it does not serve /-/records: start it with location-records serve --areas'
      : messageOf(page);
  throw new ServiceError('SERVICE_UNSUITABLE', `The service responded with ${status}; ${advice}.`);
}

interface FeatureCollection {
  readonly features: readonly Feature[];
  readonly links?: readonly { readonly rel: string; readonly href: string }[];
}

function isFeatureCollection(value: unknown): value is FeatureCollection {
  const { type, features } = (value ?? {}) as { readonly type?: unknown; readonly features?: unknown };
  return type === 'FeatureCollection' && Array.isArray(features);
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
  output: Output,
): Promise<void> {
  const isCollection = format === 'geojson';
  let separator = isCollection ? '{"type":"FeatureCollection","features":[\n' : '';
  for await (const { features } of pages) {
    for (const feature of features) {
      await writeAll(output, separator + JSON.stringify(feature));
      separator = isCollection ? ',\n' : '\n';
    }
  }
  await writeAll(
    output,
    isCollection ? `${separator.startsWith('{') ? separator : '\n'}]}\n` : separator.trimStart(),
  );
}
