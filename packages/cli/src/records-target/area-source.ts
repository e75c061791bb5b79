import { createConsole } from '@location-records/console';
import { createHandler, isStoreError, type LocationStore } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore, isAreaStore } from '@location-records/core/areas';
import { isService, type RecordsTarget } from '../command-line/target-flags.ts';
import { askService, type Service } from '../service/ask-service.ts';
import { readText, type TextResponse } from '../service/responses.ts';
import { openStore, type StoreTarget } from '../store-urls/store-urls.ts';

/** What `/-/records` responded with. */
export type AreaResponse = Pick<TextResponse, 'status' | 'text'>;

/** Something that responds to `GET /-/records`. */
export interface AreaSource {
  /** @param query the parameters, without a question mark. */
  ask(query: string): Promise<AreaResponse>;
  close(): Promise<void>;
}

/**
 * Opens a service or a store. A store is asked through the console, so that both respond alike.
 *
 * @param onScan called with the scheme of a store that has no index, so that all its records are read.
 * @throws {StoreError} or {StartError} when the store cannot be opened.
 */
export function openAreaSource(
  source: RecordsTarget,
  signal: AbortSignal,
  onScan: (scheme: string) => void,
): Promise<AreaSource> {
  return isService(source)
    ? Promise.resolve(openService(source, signal))
    : openRecords(source, signal, onScan);
}

function openService(service: Service, signal: AbortSignal): AreaSource {
  return {
    ask: (query) =>
      askService(service, { path: `/-/records?${query}`, accept: 'application/geo+json', signal }, readText),
    close: async () => {},
  };
}

async function openRecords(
  target: StoreTarget,
  signal: AbortSignal,
  onScan: (scheme: string) => void,
): Promise<AreaSource> {
  const indexed = await openIndexed(target, signal);
  if (indexed !== undefined) return askStore(indexed);
  const store = await openStore(target, { signal, create: false }, 'find');
  return askWithoutIndex(store, signal, () => onScan(target.scheme));
}

/** Asks a store with an index. */
function askStore(store: AreaStore): AreaSource {
  let failure: unknown;
  const onError = (error: unknown) => {
    failure = error;
  };
  // A person waits as long as it takes.
  const limits = { maxCandidates: Number.MAX_SAFE_INTEGER, maxDuration: Number.POSITIVE_INFINITY };
  const handle = createConsole(createHandler({ store }), { store, onError, ...limits });
  return {
    async ask(query) {
      const target = `/-/records?${query}`;
      const { status, body } = await handle({
        method: 'GET',
        target,
        headers: {},
        body: async () => new Uint8Array(),
      });
      if (status === 500) throw failure;
      return { status, text: body as string };
    },
    close: () => store.close(),
  };
}

/** Opens a store that has an index already: to find something writes nothing. */
async function openIndexed(target: StoreTarget, signal: AbortSignal): Promise<AreaStore | undefined> {
  try {
    const store = await openStore(target, { signal, create: false, areas: true }, 'find');
    if (isAreaStore(store)) return store;
    await store.close();
  } catch (error) {
    // It has no index, or it cannot be used at all; the next attempt tells.
    if (!isStoreError(error) || error.code !== 'STORE_UNSUITABLE') throw error;
  }
  return undefined;
}

/**
 * Asks a store without an index. All its records are read into memory when the first query is known to be
 * valid.
 */
function askWithoutIndex(store: LocationStore, signal: AbortSignal, onScan: () => void): AreaSource {
  let all: AreaSource | undefined;
  return {
    async ask(query) {
      if (all === undefined) {
        const found = createAreaMemoryStore();
        const ofNone = await askStore(found).ask(query);
        if (ofNone.status !== 200) return ofNone;
        onScan();
        for await (const batch of store.list()) {
          signal.throwIfAborted();
          for (const record of batch) await found.put(...record);
        }
        all = askStore(found);
      }
      return all.ask(query);
    },
    close: () => store.close(),
  };
}

/**
 * The line about a store that has to be read as a whole, and how it gets the index: a Redis store only in a
 * copy.
 */
export function scanNotice(scheme: string): string {
  const advice = scheme.startsWith('redis')
    ? 'a copy to a redis: URL with areas=true has it'
    : 'location-records serve --areas builds it';
  return `location-records: the store has no index for area queries, so all its records are read; ${advice}\n`;
}
