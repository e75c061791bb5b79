import type { Feature, Point } from 'geojson';
import {
  type Box,
  errorMessage,
  type LocationRecord,
  readInTurn,
  recordOfFeature,
  recordsUrl,
  unreachable,
} from '../api.ts';

export interface StreamOptions {
  readonly service: URL;
  /** `undefined` for all records. */
  readonly box: Box | undefined;
  readonly signal: AbortSignal;
}

/**
 * Reads records as they come, a batch for each piece of the network. It holds one batch at a time.
 *
 * @throws {Error} with a message for people, when the service refuses or cannot be reached. An aborted read
 * ends.
 */
export async function* streamRecords({
  service,
  box,
  signal,
}: StreamOptions): AsyncGenerator<LocationRecord[]> {
  const url = recordsUrl(service, box, { f: 'ndjson', limit: 'all' });
  try {
    const response = await readInTurn(fetch, url, { cache: 'no-store', signal });
    if (!response.ok) throw new RefusedError(errorMessage(response.status, await response.text()));
    if (response.body) yield* readLines(response.body);
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof RefusedError ? error : new Error(unreachable, { cause: error });
  }
}

class RefusedError extends Error {}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<LocationRecord[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      const records = lines.filter((line) => line !== '').map((line) => recordOfFeature(parseFeature(line)));
      if (records.length > 0) yield records;
      if (done) return;
    }
  } finally {
    // A stream that has failed cannot be cancelled, which is no further failure.
    await reader.cancel().catch(() => {});
  }
}

function parseFeature(line: string): Feature<Point> {
  return JSON.parse(line) as Feature<Point>;
}
