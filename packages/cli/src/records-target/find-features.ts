import { setTimeout } from 'node:timers/promises';
import { createConsole } from '@location-records/console';
import {
  checkIdentifier,
  createHandler,
  type Location,
  type LocationStore,
  StoreError,
} from '@location-records/core';
import { type AreaStore, createAreaMemoryStore, isAreaStore } from '@location-records/core/areas';
import { type AreaFlags, isService, type RecordsTarget } from '../command-line/target-flags.ts';
import { UsageError } from '../errors.ts';
import { askService, type Service } from '../service/ask-service.ts';
import { Bounds, bounded, maxRecordLength, readError } from '../service/bounds.ts';
import { errorMessageIn, locationIn, parseJson, pauseFor } from '../service/responses.ts';
import { openStore, type StoreTarget } from '../store-urls/store-urls.ts';

/** A record as GeoJSON, as `/-/records` sends it. */
export interface Feature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: {
    readonly type: 'Point';
    readonly coordinates: readonly [longitude: number, latitude: number];
  };
  /** `distance` is in metres. */
  readonly properties: { readonly description?: string; readonly distance?: number };
}

interface FindOptions {
  /** The name of the command, for a hint at its help. */
  readonly command: 'export' | 'find';
  readonly signal: AbortSignal;
  /** Called with the line about a store without an index, all of whose records are read. */
  readonly onScan: (notice: string) => void;
}

/** The largest page of the nearest records at any distance. */
const maxPage = 10_000;
/** The largest radius, half the way around the Earth, in metres. */
const maxRadius = 20_015_115;

/**
 * Finds the records of a service or of a store in a box or near a point. A store is asked through the
 * console, so that both respond alike.
 *
 * @param query without `bbox` and `near` all records; with `limit`, a few more may come.
 * @throws {UsageError} when the query is not valid.
 * @throws {StoreError} when the service or the store cannot be opened, or fails.
 * @throws the reason of the signal.
 */
export async function* findFeatures(
  target: RecordsTarget,
  { bbox, near, radius, limit = Number.POSITIVE_INFINITY }: AreaFlags & { readonly limit?: number },
  options: FindOptions,
): AsyncGenerator<Feature, undefined> {
  const query = new URLSearchParams({ f: 'ndjson', limit: 'all' });
  for (const [name, value] of Object.entries({ bbox, near, radius })) {
    if (value !== undefined) query.set(name, value);
  }
  if (near !== undefined && radius === undefined) {
    // Only what has an end comes as a whole.
    if (limit < maxPage) query.set('limit', String(limit));
    else query.set('radius', String(maxRadius));
  }
  const path = `/-/records?${query}`;
  const source = isService(target)
    ? serviceSource(target, options.signal)
    : await storeSource(target, path, options);
  try {
    const { status, text } = await source.get(path);
    if (status !== 200) throw refusal(status, await joined(text), options.command);
    for await (const line of linesIn(text)) {
      options.signal.throwIfAborted();
      yield featureIn(line);
    }
  } finally {
    await source.close();
  }
}

/** Something that responds to GET. */
interface Source {
  get(path: string): Promise<{ readonly status: number; readonly text: AsyncIterable<string> }>;
  close(): Promise<void>;
}

/** A service that is busy is asked again when it says so: with 429 or 503 and `Retry-After`, in seconds. */
function serviceSource(service: Service, signal: AbortSignal): Source {
  return {
    async get(path) {
      const accept = 'application/x-ndjson';
      const begin = performance.now();
      for (;;) {
        const response = await askService(service, { path, accept, isStreamed: true, signal });
        const { status } = response;
        if (status === 200) {
          const bounds = new Bounds(service, 'a line', maxRecordLength);
          return { status, text: textOf(bounded(response.body, bounds, endsLine)) };
        }
        const text = await readError(response);
        const pause = pauseFor(response, begin);
        if (pause === undefined) return { status, text: textOf(text) };
        // The next request rejects if the signal ends the pause.
        await setTimeout(1000 * pause, undefined, { signal }).catch(() => {});
      }
    },
    close: async () => {},
  };
}

/** Whether a line that is not empty may end in these bytes. */
function endsLine(bytes: Uint8Array): boolean {
  return bytes.includes(lineFeed) && bytes.some((byte) => byte > space);
}

const [lineFeed, space] = [0x0a, 0x20];

/** Opens a store with an index; or reads one without into memory, if the query is valid. */
async function storeSource(
  target: StoreTarget,
  path: string,
  { signal, onScan }: FindOptions,
): Promise<Source> {
  const store = await openStore(target, { signal, readOnly: true }, 'find');
  if (isAreaStore(store)) return areaSource(store, signal);
  try {
    const found = createAreaMemoryStore();
    const source = areaSource(found, signal);
    const { status } = await source.get(path);
    if (status !== 200) return source;
    onScan(scanNotice(target.scheme));
    await readInto(found, store, signal);
    return source;
  } finally {
    await store.close();
  }
}

async function readInto(found: LocationStore, store: LocationStore, signal: AbortSignal): Promise<void> {
  for await (const batch of store.list()) {
    signal.throwIfAborted();
    for (const record of batch) await found.put(...record);
  }
}

function areaSource(store: AreaStore, signal: AbortSignal): Source {
  let failure: unknown;
  const onError = (error: unknown) => {
    failure = error;
  };
  // A person waits as long as it takes.
  const limits = { maxCandidates: Number.MAX_SAFE_INTEGER, maxDuration: Number.POSITIVE_INFINITY };
  const handle = createConsole(createHandler({ store }), { store, onError, ...limits });
  return {
    async get(target) {
      const body = async () => new Uint8Array();
      const response = await handle({ method: 'GET', target, headers: {}, body, signal });
      if (response.status === 500) throw failure;
      return { status: response.status, text: textOf(response.body) };
    },
    close: () => store.close(),
  };
}

function scanNotice(scheme: string): string {
  const advice = scheme.startsWith('redis')
    ? 'a copy to a redis: URL with areas=true has it'
    : 'location-records serve --areas builds it';
  return `location-records: the store has no index for area queries, so all its records are read; ${advice}\n`;
}

function refusal(status: number, text: string, command: string): Error {
  const message = errorMessageIn(text);
  if (status === 400 && message !== undefined) {
    // The parameters of the query are flags here.
    const told = message.replace(/The parameter "(\w+)"/, '--$1').replace(/"(bbox|near|radius)"/g, '--$1');
    return new UsageError(`${told}.`, `Run location-records ${command} --help.`);
  }
  const advice =
    status === 404
      ? 'it does not serve /-/records: start it with location-records serve --areas'
      : (message ?? 'it did not say why');
  return unsuitable(`it responded with ${status}; ${advice}`);
}

function unsuitable(problem: string): StoreError {
  return new StoreError('STORE_UNSUITABLE', `The service cannot be used: ${problem}.`);
}

/** Takes no more from a line than what a Feature of the service has, and only if it can be used. */
function featureIn(line: string): Feature {
  const { id, geometry, properties } = (parseJson(line) ?? {}) as Readonly<Record<string, unknown>>;
  const { coordinates } = (geometry ?? {}) as { readonly coordinates?: unknown };
  const { description, distance } = (properties ?? {}) as Readonly<Record<string, unknown>>;
  if (isIdentifier(id) && Array.isArray(coordinates) && isDistance(distance)) {
    const [longitude, latitude] = coordinates;
    const location = locationIn({ description, coordinates: { latitude, longitude } });
    if (location) return featureOf(id, location, distance);
  }
  throw unsuitable('it does not respond with a Feature on each line');
}

function isIdentifier(value: unknown): value is string {
  try {
    checkIdentifier(value as string);
    return true;
  } catch {
    return false;
  }
}

function isDistance(value: unknown): value is number | undefined {
  return value === undefined || (Number.isFinite(value) && (value as number) >= 0);
}

function featureOf(
  id: string,
  { description, coordinates }: Location,
  distance: number | undefined,
): Feature {
  const { latitude, longitude } = coordinates;
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...(description !== undefined && { description }),
      ...(distance !== undefined && { distance }),
    },
  };
}

/** Passes a body on as text. */
async function* textOf(body: string | AsyncIterable<string | Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const piece of typeof body === 'string' ? [body] : body) {
    yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  }
  return undefined;
}

async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let rest: string[] = [];
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n');
    rest.push(first);
    for (const next of others) {
      const line = rest.join('');
      if (line !== '') yield line;
      rest = [next];
    }
  }
  const line = rest.join('');
  if (line !== '') yield line;
  return undefined;
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
