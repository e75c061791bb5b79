import type { IncomingMessage } from 'node:http';
import { addAbortSignal } from 'node:stream';
import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type LocationStore,
  StoreError,
  type StoreGuarantees,
} from '@location-records/core';
import { FormatError, type ParsedEntry, parseRecords } from '@location-records/formats';
import { RecordRefusedError, ServiceError } from '../errors.ts';
import { askService, describeProblem, type Service, type ServiceRequest } from './ask-service.ts';
import {
  isErrorObject,
  isJson,
  notAService,
  parseJson,
  readText,
  responseFailure,
  type TextResponse,
} from './responses.ts';

/** HTTP does not tell how a service keeps its records, nor how it makes its list. */
const guarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: true,
  listOrder: 'none',
});

/**
 * A running service as a store. A service that cannot be reached, or that fails, is `STORE_UNAVAILABLE`. What
 * it refuses for good, such as a description beyond its limit, rejects with a `RecordRefusedError`.
 */
export function openServiceStore(service: Service): LocationStore {
  return new ServiceStore(service);
}

/**
 * Resolves when a service sends any response at all: an import waits for a service that goes away, and not
 * for one that never responded.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when it cannot be reached.
 * @throws (as a rejection) the reason of the signal.
 */
export async function reachService(service: Service, signal: AbortSignal): Promise<void> {
  try {
    await askService(service, { method: 'OPTIONS', path: '/', accept: '*/*', signal }, readText);
  } catch (error) {
    throw asStoreError(error);
  }
}

class ServiceStore implements LocationStore {
  readonly guarantees = guarantees;
  readonly #service: Service;
  readonly #pending = new Set<Promise<unknown>>();
  /** Ends the lists. */
  readonly #closing = new AbortController();

  constructor(service: Service) {
    this.#service = service;
  }

  async get(id: string): Promise<Location | undefined> {
    this.#checkOpen();
    const response = await this.#ask('GET', id);
    if (response.status === 404 && isAbout(response, 'Resource not found')) return undefined;
    if (response.status !== 200) throw responseFailure(this.#service.url, response);
    return this.#readLocation(response);
  }

  async put(id: string, location: Location): Promise<void> {
    this.#checkOpen();
    this.#checkDone(await this.#ask('POST', id, location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    this.#checkOpen();
    const response = await this.#ask('PUT', id, location);
    if (response.status === 404 && isAbout(response, 'Location not found')) return false;
    this.#checkDone(response);
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#checkOpen();
    this.#checkDone(await this.#ask('DELETE', id));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    this.#checkOpen();
    const { signal } = this.#closing;
    try {
      for await (const batch of readList(this.#service, signal)) {
        // Batches that came before the store was closed may still wait.
        this.#checkOpen();
        yield batch;
      }
    } catch (error) {
      this.#checkOpen();
      throw asStoreError(error);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(closed());
    await Promise.allSettled(this.#pending);
  }

  /** Makes a request about a record. The checks of its values come first. */
  #ask(method: 'GET' | 'DELETE', id: string): Promise<TextResponse>;
  #ask(method: 'POST' | 'PUT', id: string, location: Location): Promise<TextResponse>;
  async #ask(
    method: NonNullable<ServiceRequest['method']>,
    id: string,
    location?: Location,
  ): Promise<TextResponse> {
    checkIdentifier(id);
    const isWrite = method === 'POST' || method === 'PUT';
    if (isWrite) checkLocation(location as Location);
    const path = pathOf(id);
    // Written now: a later change to the object does not change the request.
    const body = isWrite ? bodyOf(location as Location) : undefined;
    // Without a signal: requests end by themselves, also while the store is being closed.
    const asking = askService(this.#service, { method, path, accept: 'application/json', body }, readText);
    this.#pending.add(asking);
    try {
      return await asking;
    } catch (error) {
      throw asStoreError(error);
    } finally {
      this.#pending.delete(asking);
    }
  }

  /**
   * Checks that a write is done: a page of something in front of the service, such as a login, has a body
   * (SPEC 4).
   */
  #checkDone(response: TextResponse): void {
    if (response.status !== 200) throw responseFailure(this.#service.url, response);
    if (response.text !== '') throw notAService(this.#service.url, 'its response to a write has a body');
  }

  #readLocation({ headers, text }: TextResponse): Location {
    const value = (isJson(headers) ? parseJson(text) : undefined) as Location | null | undefined;
    const { description, coordinates } = value ?? {};
    const location = { ...(description != null && { description }), coordinates } as Location;
    try {
      checkLocation(location);
    } catch {
      throw notAService(this.#service.url, 'its response to GET is not a Location');
    }
    // Without negative zeros, as every store.
    const { latitude, longitude } = location.coordinates;
    return { ...location, coordinates: { latitude: latitude + 0, longitude: longitude + 0 } };
  }

  #checkOpen(): void {
    this.#closing.signal.throwIfAborted();
  }
}

function closed(): StoreError {
  return new StoreError('STORE_CLOSED', 'The store of the service is closed.');
}

/** The path of a record. */
function pathOf(id: string): string {
  if (id === '.' || id === '..') {
    throw new RecordRefusedError(
      `The identifier "${id}" cannot be sent: in a URL it is a step between folders.`,
    );
  }
  const encoded = encodeURIComponent(id).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `/${encoded}`;
}

function bodyOf({ description, coordinates: { latitude, longitude } }: Location): string {
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

/** Whether a 404 says that a record is absent, and not that the URL is wrong. */
function isAbout({ text }: TextResponse, beginning: string): boolean {
  const value = parseJson(text);
  return isErrorObject(value) && value.error_message.startsWith(beginning);
}

function asStoreError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new StoreError('STORE_UNAVAILABLE', error.message, { cause: error });
}

/** The largest that the reader of JSON allows. */
const maxRecordLength = 2 ** 28;

/**
 * The list of a service, as it comes.
 *
 * @throws {ServiceError} when the service does not respond in time, or breaks its list off.
 * @throws {StoreError} when what comes is not a whole list.
 * @throws the reason of the signal.
 */
async function* readList(
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
  addAbortSignal(signal, response);
  let isLate = false;
  const wait = () =>
    setTimeout(() => {
      isLate = true;
      response.destroy();
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
  }
  return undefined;
}
