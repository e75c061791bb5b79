import type { LocationRecord } from '@location-records/core';
import type { Output } from '../../io.ts';
import { type AreaPage, type Feature, pagesOf } from '../../records-target/area-pages.ts';
import { openAreaSource, scanNotice } from '../../records-target/area-source.ts';
import { withTarget } from '../../records-target/with-target.ts';
import type { ExportCommandOptions } from './export-command.ts';

/**
 * Opens what is exported, passes its records to `act`, and closes it. Does not call `act` when the signal comes before it
 * is open.
 *
 * @throws {UsageError} when the query is not valid.
 * @throws {ServiceError} when a service cannot be asked.
 * @throws {StoreError} when a store cannot be opened, or fails.
 */
export async function withRecords(
  { source, bbox, near, radius }: ExportCommandOptions,
  signal: AbortSignal,
  stderr: Output,
  act: (batches: AsyncIterable<readonly LocationRecord[]>) => Promise<void>,
): Promise<void> {
  if (bbox === undefined && near === undefined) {
    return withTarget(source, { signal, command: 'export', create: false }, (store) => {
      // The next batch may be long in coming. A closed store ends its lists at once.
      signal.addEventListener('abort', () => void store.close().catch(() => {}), { once: true });
      return act(store.list());
    });
  }
  const opened = await openAreaSource(source, signal, (scheme) => stderr.write(scanNotice(scheme)));
  try {
    const query = { bbox, near, radius, limit: Number.POSITIVE_INFINITY };
    await act(recordsOf(pagesOf(opened, query, 'export', signal)));
  } finally {
    await opened.close();
  }
}

async function* recordsOf(
  pages: AsyncIterable<AreaPage>,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  for await (const { features } of pages) yield features.map(recordOf);
}

/** The record of a feature, without its distance. */
function recordOf({ id, geometry, properties }: Feature): LocationRecord {
  const [longitude, latitude] = geometry.coordinates;
  const { description } = properties;
  return [id, { ...(description !== undefined && { description }), coordinates: { latitude, longitude } }];
}
