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
import {
  askService,
  readText,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
} from './ask-service.ts';
import { errorMessageIn, isJson, notAService, parseJson, responseFailure } from './responses.ts';

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
 */
export function openServiceStore(service: Service): LocationStore {
  return new ServiceStore(service);
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
  await readText(response);
  return { takesMany: response.headers.get('accept-post')?.includes('application/json') ?? false };
}

/** A response that is read to its end. */
interface WholeResponse extends Pick<ServiceResponse, 'status' | 'headers'> {
  readonly text: string;
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
    const { signal } = this.#closing;
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
  ): Promise<WholeResponse> {
    this.#closing.signal.throwIfAborted();
    checkIdentifier(id);
    if (method === 'POST' || method === 'PUT') checkLocation(location as Location);
    const request = {
      method,
      path: pathOf(id),
      accept: 'application/json',
      body: location && bodyOf(location),
    };
    // Without a signal: requests end by themselves, also while the store is being closed.
    const asking = askService(this.#service, request).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await readText(response),
    }));
    this.#pending.add(asking);
    return asking.finally(() => this.#pending.delete(asking));
  }

  #failure(response: WholeResponse): Error {
    return responseFailure(this.#service.url, response, response.text);
  }

  /**
   * Checks that a write is done: a page of something in front of the service, such as a login, has a body
   * (SPEC 4).
   */
  #checkDone(response: WholeResponse): void {
    if (response.status !== 200) throw this.#failure(response);
    if (response.text !== '') throw notAService(this.#service.url, 'its response to a write has a body');
  }

  #readLocation({ headers, text }: WholeResponse): Location {
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
function isAbout({ text }: WholeResponse, beginning: string): boolean {
  return errorMessageIn(text)?.startsWith(beginning) ?? false;
}

/** The largest that the reader of JSON allows. */
const maxRecordLength = 2 ** 28;

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
  const response = await askService(service, { path: '/', accept: 'application/json', signal });
  if (response.status !== 200) throw responseFailure(url, response, await readText(response), 'the list');
  if (!isJson(response.headers)) {
    await readText(response);
    throw notAService(url, 'its list is not JSON');
  }
  try {
    for await (const entries of parseRecords(response.body, { format: 'json', maxRecordLength })) {
      yield entries.map((entry) => recordOf(entry, url));
    }
  } catch (error) {
    throw error instanceof FormatError ? notAList(url, error.message.replace(/\.$/, '')) : error;
  } finally {
    await response.body.return(undefined);
  }
}

function recordOf(entry: ParsedEntry, url: string): LocationRecord {
  if ('record' in entry) return entry.record;
  throw notAList(url, `record ${entry.index} cannot be read: ${entry.reason}`);
}

function notAList(url: string, problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', `The list of the service at ${url} is not whole: ${problem}.`);
}
