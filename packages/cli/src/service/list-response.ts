import type { IncomingMessage } from 'node:http';
import { type LocationRecord, StoreError } from '@location-records/core';
import { FormatError, type ParsedEntry, parseRecords } from '@location-records/formats';
import { ServiceError } from '../errors.ts';
import { askService, type Service } from './ask-service.ts';
import { describeProblem } from './connection-problems.ts';
import { notAService, responseFailure } from './response-failures.ts';
import { isJson, readText } from './text-response.ts';

/** The largest that the reader allows. */
const maxRecordLength = 2 ** 28;

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
  const response = await askService(service, request, async (response) =>
    response.statusCode === 200 ? response : readText(response),
  );
  if ('text' in response) throw responseFailure(url, response, 'the list');
  if (!isJson(response.headers)) {
    response.destroy();
    throw notAService(url, 'its list is not JSON');
  }
  const chunks = chunksOf(response, service, signal);
  try {
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

/** The body of a response, which ends with this generator. Each chunk may take as long as a response. */
async function* chunksOf(
  response: IncomingMessage,
  { url, timeout }: Service,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const end = () => response.destroy();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  let isLate = false;
  const wait = () =>
    setTimeout(() => {
      isLate = true;
      end();
    }, timeout);
  let timer = wait();
  try {
    for await (const chunk of response) {
      clearTimeout(timer);
      yield chunk;
      timer = wait();
    }
  } catch (error) {
    signal.throwIfAborted();
    const problem = isLate ? `nothing came within ${timeout} ms; see --timeout` : describeProblem(error);
    throw new ServiceError('SERVICE_UNREACHABLE', `The service at ${url} broke its list off: ${problem}.`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
