import type { Io } from '../../io.ts';
import { counted } from '../../output/numbers.ts';
import { type Paint, paintFor } from '../../output/paint.ts';
import { escapeHiddenInLines } from '../../output/printable-text.ts';
import { recordsTable } from '../../output/records-table.ts';
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
  const shown = stdout.isTTY ? escapeHiddenInLines : (text: string) => text;
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
    if (!(await writeAll(stdout, shown(text)))) return;
    text = '';
  }
  await writeAll(stdout, shown(isCollection ? `${text}\n]}\n` : text));
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

/** Formats the features for people. */
function table(features: readonly Feature[], hasMore: boolean, width: number, paint: Paint): string {
  if (features.length === 0) return `${paint.faint('No records')}\n`;
  const rows = features.map(({ id, geometry, properties }) => {
    const [longitude, latitude] = geometry.coordinates;
    return { id, latitude, longitude, ...properties };
  });
  const count = `${counted(features.length, 'record')}${hasMore ? '; there are more: see --limit' : ''}`;
  return [...recordsTable(rows, width, paint), paint.faint(count), ''].join('\n');
}
