import type { Io } from '../../io.ts';
import { counted } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { escapeHidden, printableLine, shorten } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { type AreaPage, type Feature, pagesOf } from '../../records-target/area-pages.ts';
import { openAreaSource, scanNotice } from '../../records-target/area-source.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { FindCommandOptions } from './find-command.ts';

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

/** Writes each page when it comes, a feature on each line. */
async function writeFeatures(
  pages: AsyncIterable<AreaPage>,
  format: 'geojson' | 'ndjson',
  { stdout, stderr }: Io,
): Promise<void> {
  const [begin, between, end] =
    format === 'geojson' ? ['{"type":"FeatureCollection","features":[\n', ',\n', '\n]}\n'] : ['', '\n', '\n'];
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
  if (separator !== begin) await writeAll(stdout, end);
  else if (format === 'geojson') await writeAll(stdout, `${begin}]}\n`);
  if (isCut) await writeAll(stderr, 'location-records: there are more records; see --limit\n', 'stderr');
}

async function writeTable(pages: AsyncIterable<AreaPage>, { stdout, env }: Io): Promise<void> {
  const features: Feature[] = [];
  let hasMore = false;
  for await (const page of pages) {
    features.push(...page.features);
    hasMore = page.hasMore;
  }
  await writeAll(stdout, table(features, hasMore, stdout.columns || 80, paintFor({ stdout, env })));
}

/** The least width of a description: without room for it, lines are longer than the terminal. */
const leastDescription = 12;

/**
 * The records as a table for people: identifiers, coordinates with all their digits, distances, and
 * descriptions.
 */
function table(features: readonly Feature[], hasMore: boolean, width: number, paint: Paint): string {
  if (features.length === 0) return `${paint.faint('No records')}\n`;
  const hasDistance = features.some(({ properties }) => properties.distance !== undefined);
  const titles = ['identifier', 'latitude', 'longitude', ...(hasDistance ? ['distance'] : [])];
  const rows = features.map(({ id, geometry, properties: { distance = 0 } }) => {
    const [longitude, latitude] = geometry.coordinates;
    const cells = [
      shorten(escapeHidden(id), 39),
      String(latitude),
      String(longitude),
      distanceText(distance),
    ];
    return cells.slice(0, titles.length);
  });
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = ([id = '', ...numbers]: readonly string[]) =>
    [
      id.padEnd(widths[0] ?? 0),
      ...numbers.map((cell, column) => cell.padStart(widths[column + 1] ?? 0)),
    ].join('  ');
  const room = Math.max(width - line(titles).length - 4, leastDescription);
  const lines = rows.map((row, index) => {
    const { description = '' } = features[index]?.properties ?? {};
    return `${line(row)}  ${shorten(printableLine(description), room)}`.trimEnd();
  });
  return [
    paint.faint(`${line(titles)}  description`),
    ...lines,
    paint.faint(`${counted(features.length, 'record')}${hasMore ? '; there are more: see --limit' : ''}`),
    '',
  ].join('\n');
}

function distanceText(metres: number): string {
  const rounded = metres.toFixed(1);
  return Number(rounded) < 1000 ? `${rounded} m` : `${(metres / 1000).toFixed(2)} km`;
}
