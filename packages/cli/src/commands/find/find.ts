import type { Io } from '../../io.ts';
import { counted } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { escapeHidden, printableLine, shorten } from '../../output/printable-text.ts';
import { writeAll } from '../../output/write-all.ts';
import { type Feature, findFeatures } from '../../records-target/find-features.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { FindCommandOptions } from './find-command.ts';

/**
 * Finds records and writes them. Resolves to 0, or to 128 + n after signal n.
 *
 * @throws {UsageError} when the query is not valid.
 * @throws {StoreError} or {StartError} when the service or the store cannot be used.
 */
export function find({ source, limit, ...options }: FindCommandOptions, io: Io): Promise<number> {
  const format = options.format ?? (io.stdout.isTTY ? 'table' : 'geojson');
  return untilStopped(io, async ({ signal }) => {
    const onScan = (notice: string) => void io.stderr.write(notice);
    // One more than is shown, to know whether there are more.
    const query = { ...options, limit: limit + 1 };
    const features = findFeatures(source, query, { command: 'find', signal, onScan });
    try {
      if (format === 'table') await writeTable(features, limit, io);
      else await writeFeatures(features, limit, format, io);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return 0;
  });
}

/** How much text is written at once, in characters. */
const pieceLength = 16_384;

/** Writes the features as they come, each on a separate line. */
async function writeFeatures(
  features: AsyncIterable<Feature>,
  limit: number,
  format: 'geojson' | 'ndjson',
  { stdout, stderr }: Io,
): Promise<void> {
  const isCollection = format === 'geojson';
  let text = isCollection ? '{"type":"FeatureCollection","features":[' : '';
  let count = 0;
  let hasMore = false;
  for await (const feature of features) {
    hasMore = count === limit;
    if (hasMore) break;
    const separator = isCollection ? `${count === 0 ? '' : ','}\n` : '';
    text += `${separator}${JSON.stringify(feature)}${isCollection ? '' : '\n'}`;
    count++;
    if (text.length < pieceLength) continue;
    // Its reader may have left, as behind `| head`.
    if (!(await writeAll(stdout, text))) return;
    text = '';
  }
  await writeAll(stdout, isCollection ? `${text}\n]}\n` : text);
  if (hasMore) await writeAll(stderr, 'location-records: there are more records; see --limit\n', 'stderr');
}

async function writeTable(features: AsyncIterable<Feature>, limit: number, io: Io): Promise<void> {
  const found: Feature[] = [];
  for await (const feature of features) {
    found.push(feature);
    if (found.length > limit) break;
  }
  const width = io.stdout.columns || 80;
  await writeAll(io.stdout, table(found.slice(0, limit), found.length > limit, width, paintFor(io)));
}

/** The least width of a description: without room for it, lines are longer than the terminal. */
const leastDescription = 12;

/** Formats records for people: identifiers, coordinates with all digits, distances, and descriptions. */
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
