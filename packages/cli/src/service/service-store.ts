import { type CallOptions, type Client, ClientError, createClient } from '@location-records/client';
import {
  isStoreError,
  type Location,
  type LocationRecord,
  type LocationStore,
  StoreError,
  type StoreGuarantees,
} from '@location-records/core';
import { RecordRefusedError } from '../errors.ts';
import { askService, type Service, type ServiceRequest } from './ask-service.ts';
import { Bounds, bounded, maxRecordLength, readError } from './bounds.ts';
import { excerpt, notAService, responseFailure } from './responses.ts';

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

/** A service as a store, by the client that programs of others use. */
class ServiceStore implements LocationStore {
  readonly guarantees = guarantees;
  readonly #service: Service;
  readonly #client: Client;
  readonly #callOptions: CallOptions;
  /** Each list has a client of its own, because it counts what comes. */
  readonly #lists = new Set<Client>();
  #isClosed = false;

  constructor(service: Service, signal: AbortSignal | undefined) {
    this.#service = service;
    this.#callOptions = { signal };
    this.#client = clientOf(service, () => new Bounds(service, 'the record', maxRecordLength));
  }

  async get(id: string): Promise<Location | undefined> {
    return this.#ask(id, () => this.#client.get(id, this.#callOptions));
  }

  async put(id: string, location: Location): Promise<void> {
    return this.#ask(id, () => this.#client.put(id, location, this.#callOptions));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    return this.#ask(id, () => this.#client.replace(id, location, this.#callOptions));
  }

  async delete(id: string): Promise<void> {
    return this.#ask(id, () => this.#client.delete(id, this.#callOptions));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    if (this.#isClosed) throw new StoreError('STORE_CLOSED', 'The store of the service is closed.');
    // What comes between two batches is more than a record, and may be nothing but white space.
    const bounds = new Bounds(this.#service, 'a record', 2 * maxRecordLength);
    const client = clientOf(this.#service, () => bounds);
    this.#lists.add(client);
    let hasBegun = false;
    try {
      for await (const batch of client.list(this.#callOptions)) {
        bounds.restart();
        hasBegun = true;
        yield batch;
      }
    } catch (error) {
      throw failureOf(error, this.#service.url, 'the list', hasBegun);
    } finally {
      this.#lists.delete(client);
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#client, ...this.#lists].map((client) => client.close()));
  }

  async #ask<T>(id: string, call: () => Promise<T>): Promise<T> {
    if (!this.#isClosed) checkSendable(id);
    try {
      return await call();
    } catch (error) {
      throw failureOf(error, this.#service.url, 'a record');
    }
  }
}

/** A client whose requests keep the time limit of the command, and whose responses keep the bounds. */
function clientOf(service: Service, boundsOf: () => Bounds): Client {
  return createClient({
    url: service.url,
    timeout: 0,
    async fetch(url, { method, body, signal }) {
      const path = url.slice(service.url.length);
      const request = { method, path, accept: 'application/json', body: body ?? undefined, signal };
      const response = await askService(service, { ...request, isStreamed: path === '/' } as ServiceRequest);
      const { status, headers } = response;
      if (status === 200) {
        return { status, headers, body: ReadableStream.from(bounded(response.body, boundsOf())) } as Response;
      }
      // An escape in JSON is at most twice as long as the one in the path.
      const text = await readError(response, 2 * path.length);
      return { status, headers, body: new Response(text).body } as Response;
    },
  });
}

/** Returns the error about a failure of the client in the words of the command. */
function failureOf(error: unknown, url: string, about: 'a record' | 'the list', hasBegun = false): unknown {
  if (!(error instanceof ClientError)) return error;
  const { status, headers, body = '', cause } = error;
  if (isStoreError(cause)) return cause;
  if (status === undefined) return error;
  if (headers) return responseFailure(url, { status, headers }, body, about);
  const problem = excerpt((cause as Error).message).replace(/\.$/, '');
  if (!hasBegun) return notAService(url, `it does not respond as one: ${problem}`);
  return new StoreError('STORE_UNSUITABLE', `The list of the service at ${url} is not whole: ${problem}.`);
}

/** @throws {RecordRefusedError} when no client can ask for an identifier. */
export function checkSendable(id: string): void {
  if (id !== '.' && id !== '..') return;
  throw new RecordRefusedError(
    `The identifier "${id}" cannot be sent: in a URL it is a step between folders.`,
  );
}
