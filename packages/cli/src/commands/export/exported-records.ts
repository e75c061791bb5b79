import type { LocationRecord } from '@location-records/core';
import type { Output } from '../../io.ts';
import { type AreaPage, type Feature, pagesOf } from '../../records-target/area-pages.ts';
import { openAreaSource, scanNotice } from '../../records-target/area-source.ts';
import { withTarget } from '../../records-target/with-target.ts';
import type { ExportCommandOptions } from './export-command.ts';

/** Records on their way to a file. */
export interface ExportedRecords {
  readonly batches: AsyncIterable<readonly LocationRecord[]>;
}

/**
 * Opens what is exported, passes its records to `act`, and closes it. Resolves to the result of `act`, or to `undefined`
 * when the signal came before it was open.
 *
 * @throws {UsageError} when the query is not valid.
 * @throws {ServiceError} when a service cannot be asked.
 * @throws {StoreError} when a store cannot be opened, or fails.
 */
export async function withRecords<T>(
  { source, bbox, near, radius }: ExportCommandOptions,
  signal: AbortSignal,
  stderr: Output,
  act: (records: ExportedRecords) => Promise<T>,
): Promise<T | undefined> {
  if (bbox === undefined && near === undefined) {
    return withTarget(source, { signal, command: 'export', create: false }, (store) => {
      // The next batch may be long in coming. A closed store ends its lists at once.
      signal.addEventListener('abort', () => void store.close().catch(() => {}), { once: true });
      return act({ batches: store.list() });
    });
  }
  const opened = await openAreaSource(source, signal, (scheme) => stderr.write(scanNotice(scheme)));
  try {
    const query = { bbox, near, radius, limit: Number.POSITIVE_INFINITY };
    return await act({ batches: recordsOf(pagesOf(opened, query, 'export', signal)) });
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
