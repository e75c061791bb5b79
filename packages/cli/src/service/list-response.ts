import { type LocationRecord, StoreError } from '@location-records/core';
import { FormatError, type ParsedEntry, parseRecords } from '@location-records/formats';
import { ServiceError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';
import { askService, type Service } from './ask-service.ts';
import { notAService, responseFailure } from './response-failures.ts';

/** The largest that the reader allows. */
const maxRecordLength = 2 ** 28;

/** Whether a response says that it is JSON. */
export function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}

/**
 * The list of a service, as it comes.
 *
 * @throws {ServiceError} when the service does not respond in time, or breaks its list off.
 * @throws {StoreError} when what comes is not a whole list.
 * @throws the reason of the signal.
 */
export async function* readList(
  service: Service,
  signal: AbortSignal,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const { url } = service;
  const request = { path: '/', accept: 'application/json', signal };
  const { response, text } = await askService(service, request, async (response) => ({
    response,
    text: response.status === 200 ? '' : await response.text(),
  }));
  const { status, headers } = response;
  if (status !== 200) throw responseFailure(url, { status, headers, text }, 'the list');
  const chunks = chunksOf(response, service, signal);
  try {
    if (!isJson(headers)) throw notAService(url, 'its list is not JSON');
    for await (const entries of parseRecords(chunks, { format: 'json', maxRecordLength })) {
      yield entries.map((entry) => recordOf(entry, url));
    }
  } catch (error) {
    throw error instanceof FormatError ? notAList(url, error.message.replace(/\.$/, '')) : error;
  } finally {
    await chunks.return(undefined);
  }
}

function recordOf(entry: ParsedEntry, url: string): LocationRecord {
  if ('record' in entry) return entry.record;
  throw notAList(url, `record ${entry.index} cannot be read: ${entry.reason}`);
}

function notAList(url: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', `The list of the service at ${url} is not whole: ${problem}.`);
}

/** The body of a response. Each chunk may take as long as a response. */
async function* chunksOf(
  { body }: Response,
  { url, timeout }: Service,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const brokenOff = (problem: string) =>
    new ServiceError('SERVICE_UNREACHABLE', `The service at ${url} broke its list off: ${problem}.`);
  try {
    for (;;) {
      const { done, value } = await readInTime(reader, timeout, signal).catch((error) => {
        signal.throwIfAborted();
        const isLate = error === late;
        throw brokenOff(isLate ? `nothing came within ${timeout} ms; see --timeout` : describeError(error));
      });
      if (done) return;
      yield value;
    }
  } finally {
    // A list that is not read to its end is given up. Its connection may be broken already.
    await reader.cancel().catch(() => {});
  }
}

const late = new Error('Nothing came in time.');

function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  timeout: number,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof reader.read>>> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    const timer = setTimeout(() => reject(late), timeout);
    reader
      .read()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      });
  });
}
