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
import { RecordRefusedError } from '../errors.ts';
import { askService, type Service, type ServiceRequest, type ServiceResponse } from './ask-service.ts';
import { Bounds, bounded, maxRecordLength, readError, readText } from './bounds.ts';
import {
  errorMessageIn,
  excerpt,
  isJson,
  locationIn,
  notAService,
  parseJson,
  responseFailure,
} from './responses.ts';

/** HTTP does not tell how a service keeps its records, nor how it orders its list. */
const guarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: true,
  listOrder: 'none',
});

/**
 * Opens a running service as a store. A service that cannot be reached, or that fails, is
 * `STORE_UNAVAILABLE`. What it refuses for good, such as a description beyond its limit, rejects with a
 * {@link RecordRefusedError}.
 *
 * @param signal ends its requests, which then reject with the reason. What was sent may be done.
 */
export function openServiceStore(service: Service, signal?: AbortSignal): LocationStore {
  return new ServiceStore(service, signal);
}

/**
 * Resolves when a service sends any response: an import waits for a service that becomes unavailable, but not
 * for one that never responded. Tells whether it takes many records with one request.
 *
 * @throws {StoreError} (rejects) `STORE_UNAVAILABLE` when it cannot be reached.
 * @throws the reason of the signal (rejects).
 */
export async function reachService(
  service: Service,
  signal: AbortSignal,
): Promise<{ readonly takesMany: boolean }> {
  const request = { method: 'OPTIONS', path: '/-/records', accept: '*/*', signal } as const;
  const response = await askService(service, request);
  await readError(response);
  return { takesMany: response.headers.get('accept-post')?.includes('application/json') ?? false };
}

/** A response that is read. */
interface ReadResponse extends Pick<ServiceResponse, 'status' | 'headers'> {
  readonly text: string;
}

class ServiceStore implements LocationStore {
  readonly guarantees = guarantees;
  readonly #service: Service;
  /** Ends the requests. */
  readonly #signal: AbortSignal | undefined;
  readonly #pending = new Set<Promise<unknown>>();
  /** Ends the lists. */
  readonly #closing = new AbortController();

  constructor(service: Service, signal: AbortSignal | undefined) {
    this.#service = service;
    this.#signal = signal;
  }

  async get(id: string): Promise<Location | undefined> {
    const response = await this.#ask('GET', id);
    if (response.status === 404 && isAbout(response, 'Resource not found')) return undefined;
    if (response.status !== 200) throw this.#failure(response);
    return this.#readLocation(response);
  }

  async put(id: string, location: Location): Promise<void> {
    this.#checkDone(await this.#ask('POST', id, location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const response = await this.#ask('PUT', id, location);
    if (response.status === 404 && isAbout(response, 'Location not found')) return false;
    this.#checkDone(response);
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#checkDone(await this.#ask('DELETE', id));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const closing = this.#closing.signal;
    const signal = this.#signal ? AbortSignal.any([this.#signal, closing]) : closing;
    signal.throwIfAborted();
    for await (const batch of readList(this.#service, signal)) {
      // Batches that came before the store was closed may still wait.
      signal.throwIfAborted();
      yield batch;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new StoreError('STORE_CLOSED', 'The store of the service is closed.'));
    await Promise.allSettled(this.#pending);
  }

  /** Makes a request about a record. The checks of its values come first. */
  async #ask(
    method: NonNullable<ServiceRequest['method']>,
    id: string,
    location?: Location,
  ): Promise<ReadResponse> {
    this.#closing.signal.throwIfAborted();
    checkIdentifier(id);
    if (method === 'POST' || method === 'PUT') checkLocation(location as Location);
    const request = {
      method,
      path: pathOf(id),
      accept: 'application/json',
      body: location && bodyOf(location),
      // A store that is being closed lets them end.
      signal: this.#signal,
    };
    const asking = this.#read(request);
    this.#pending.add(asking);
    return asking.finally(() => this.#pending.delete(asking));
  }

  async #read(request: ServiceRequest): Promise<ReadResponse> {
    const response = await askService(this.#service, request);
    const { status, headers } = response;
    const isRecord = status === 200 && request.method === 'GET';
    const bounds = new Bounds(this.#service, 'the record', maxRecordLength);
    // An escape in JSON is at most twice as long as the one in the path.
    const text = isRecord
      ? await readText(response, bounds)
      : await readError(response, 2 * request.path.length);
    return { status, headers, text };
  }

  #failure(response: ReadResponse): Error {
    return responseFailure(this.#service.url, response, response.text);
  }

  /**
   * Checks that a write is done: a page of something in front of the service, such as a login, has a body
   * (SPEC 4).
   */
  #checkDone(response: ReadResponse): void {
    if (response.status !== 200) throw this.#failure(response);
    if (response.text !== '') throw notAService(this.#service.url, 'its response to a write has a body');
  }

  #readLocation({ headers, text }: ReadResponse): Location {
    const location = locationIn(isJson(headers) ? parseJson(text) : undefined);
    if (location) return location;
    throw notAService(this.#service.url, 'its response to GET is not a Location');
  }
}

function pathOf(id: string): string {
  checkSendable(id);
  return `/${encodeURIComponent(id).replaceAll("'", '%27')}`;
}

/** @throws {RecordRefusedError} when no client can ask for an identifier. */
export function checkSendable(id: string): void {
  if (id !== '.' && id !== '..') return;
  throw new RecordRefusedError(
    `The identifier "${id}" cannot be sent: in a URL it is a step between folders.`,
  );
}

function bodyOf({ description, coordinates: { latitude, longitude } }: Location): string {
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

/** Whether a 404 says that a record is absent, and not that the URL is wrong. */
function isAbout({ text }: ReadResponse, beginning: string): boolean {
  return errorMessageIn(text)?.startsWith(beginning) ?? false;
}

/**
 * Reads the list of a service as it comes.
 *
 * @throws {StoreError} when the service does not respond in time, or what comes is not a whole list.
 * @throws the reason of the signal.
 */
async function* readList(
  service: Service,
  signal: AbortSignal,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const { url } = service;
  const request = { path: '/', accept: 'application/json', isStreamed: true, signal } as const;
  const response = await askService(service, request);
  if (response.status !== 200) throw responseFailure(url, response, await readError(response), 'the list');
  if (!isJson(response.headers)) {
    await readError(response);
    throw notAService(url, 'its list is not JSON');
  }
  // What comes between two batches is more than a record, and may be nothing but white space.
  const bounds = new Bounds(service, 'a record', 2 * maxRecordLength);
  try {
    const body = bounded(response.body, bounds);
    for await (const entries of parseRecords(body, { format: 'json', maxRecordLength })) {
      bounds.restart();
      yield entries.map((entry) => recordOf(entry, url));
    }
  } catch (error) {
    throw error instanceof FormatError ? notAList(url, excerpt(error.message).replace(/\.$/, '')) : error;
  } finally {
    await response.body.return(undefined);
  }
}

function recordOf(entry: ParsedEntry, url: string): LocationRecord {
  if ('record' in entry) return entry.record;
  throw notAList(url, `record ${entry.index} cannot be read: ${excerpt(entry.reason)}`);
}

function notAList(url: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', `The list of the service at ${url} is not whole: ${problem}.`);
}
