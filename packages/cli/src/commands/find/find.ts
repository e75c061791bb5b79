import type { Io } from '../../io.ts';
import { paintFor } from '../../output/paint.ts';
import { writeAll } from '../../output/write-all.ts';
import { type AreaPage, type Feature, pagesOf } from '../../records-target/area-pages.ts';
import { openAreaSource, scanNotice } from '../../records-target/area-source.ts';
import { findTable } from '../../report/find-table.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { FindCommandOptions } from './find-command.ts';

const moreNotice = 'location-records: there are more records; see --limit';

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
      const source = await openAreaSource(options.source, signal, (scheme) => {
        io.stderr.write(scanNotice(scheme));
      });
      try {
        const pages = pagesOf(source, options, 'find', signal);
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

async function writeTable(pages: AsyncIterable<AreaPage>, { stdout, env }: Io): Promise<void> {
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
  pages: AsyncIterable<AreaPage>,
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
      // Its reader may be gone, as behind `| head`.
      if (!(await writeAll(stdout, separator + JSON.stringify(feature)))) return;
      separator = between;
    }
  }
  const hasAny = separator !== begin;
  if (hasAny || isCollection) await writeAll(stdout, hasAny ? end : `${begin}]}\n`);
  if (isCut) await writeAll(stderr, `${moreNotice}\n`, 'stderr');
}
