import type { Feature, FeatureCollection, Point } from 'geojson';
import { KnownTags } from './known-tags.ts';

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A Location, as the service has it. */
export interface Location {
  readonly description?: string | undefined;
  readonly coordinates: Coordinates;
}

export interface LocationRecord extends Location {
  readonly id: string;
}

/** A box of `/-/records`, in degrees. Its west is above its east if it crosses the antimeridian. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface RecordsPage {
  readonly records: readonly LocationRecord[];
  readonly hasMore: boolean;
}

/**
 * What a request led to. The service refuses in its own words, and so does the page with status 0. Where the
 * network or the service fails, the outcome of a write is not known, and the record has to be read again.
 */
export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

export interface RecordOutcome {
  readonly outcome: 'created' | 'replaced' | 'deleted' | 'unchanged' | 'skipped' | 'refused';
  /** The content before, if the record is replaced or skipped. */
  readonly previous?: Location | undefined;
  readonly reason?: string | undefined;
}

export interface PutManyOptions {
  readonly onConflict: 'replace' | 'skip';
  /** Whether nothing is written, to compare the records with those of the service. */
  readonly dryRun?: boolean;
}

export interface ServiceState {
  /** How many records there are; `null` until they have been counted. */
  readonly records: number | null;
  /** The part of a count that is done, from 0 to 1; `null` while nothing is counted. */
  readonly counting: number | null;
  /** What stores them, such as `SQLite`. */
  readonly store?: string | undefined;
}

/** What takes longer than these milliseconds counts as a network that fails. */
const longestWait = 20_000;

/** What a record must be for a write: with this content, or absent. */
export interface Before {
  readonly content: Location | undefined;
}

/** Called with the body of a response that is OK. */
type OnDone = (body: unknown, response: Response) => void;

/** The public API of the service, and its lists. */
export type Api = ReturnType<typeof createApi>;

/** Talks to the service whose URL ends with a slash, with the `fetch` of the page or another one. */
export function createApi(service: URL, fetchIt: typeof fetch = (input, init) => fetch(input, init)) {
  let isSignedOut = false;
  const send: typeof fetch = async (input, init) => {
    const response = await fetchIt(input, init);
    isSignedOut = response.status === 401;
    return response;
  };

  async function askRecord(id: string, init: RequestInit, onDone?: OnDone): Promise<Outcome<unknown>> {
    const message = findIdFault(id);
    return message === undefined
      ? ask(send, recordUrl(service, id), init, onDone)
      : { kind: 'refused', status: 0, message };
  }

  const tags = new KnownTags();

  /** Writes or deletes a record; with the content before it, only if that is still its content. */
  async function writeRecord(
    method: 'POST' | 'PUT' | 'DELETE',
    id: string,
    content: Location | undefined,
    before: Before | undefined,
  ): Promise<Outcome<boolean>> {
    const init = content ? withBody(method, content) : { method };
    const headers = { ...init.headers, ...(before && tags.condition(id, before.content)) };
    const noteTag: OnDone = (_, response) => content && tags.note(id, content, response);
    return mapDone(await askRecord(id, { ...init, headers }, noteTag), () => true);
  }

  async function sendMany(
    records: readonly LocationRecord[],
    parameters: Readonly<Record<string, string>>,
  ): Promise<Outcome<readonly RecordOutcome[]>> {
    if (records.length === 0) return { kind: 'done', value: [] };
    const body = { format: 'json', strict: 'true', return: 'outcomes' };
    const url = recordsUrl(service, undefined, { ...parameters, ...body });
    const pairs = records.map(({ id, ...location }) => [id, location]);
    const outcome = await ask(send, url, withBody('POST', pairs));
    return mapDone(outcome, (value) => (value as { readonly outcomes: readonly RecordOutcome[] }).outcomes);
  }

  return {
    /** Whether the service did not know the token of the latest request. */
    get isSignedOut() {
      return isSignedOut;
    },
    async read(id: string): Promise<Outcome<LocationRecord | undefined>> {
      const noteTag: OnDone = (body, response) => tags.note(id, withId(id, body as Location), response);
      const outcome = await askRecord(id, {}, noteTag);
      if (isMissing(outcome)) return { kind: 'done', value: undefined };
      return mapDone(outcome, (body) => withId(id, body as Location));
    },
    /**
     * Whether the service refuses a write of a record with another content than this with status 412, so that it
     * need not be read before.
     */
    knows: (id: string, content: Location | undefined) => tags.condition(id, content) !== undefined,
    put: ({ id, ...location }: LocationRecord, before?: Before) => writeRecord('POST', id, location, before),
    /** Replaces a record; `false` if it does not exist. */
    async replace({ id, ...location }: LocationRecord, before?: Before): Promise<Outcome<boolean>> {
      const outcome = await writeRecord('PUT', id, location, before);
      return isMissing(outcome) ? { kind: 'done', value: false } : outcome;
    },
    delete: (id: string, before?: Before) => writeRecord('DELETE', id, undefined, before),
    /** Creates or replaces records with different identifiers in one request. */
    putMany: (records: readonly LocationRecord[], { onConflict, dryRun = false }: PutManyOptions) =>
      sendMany(records, { 'on-conflict': onConflict, 'dry-run': String(dryRun) }),
    /**
     * Deletes records with different identifiers that have the same content, in one request. What is missing
     * is unchanged, and other content is skipped.
     */
    deleteMany: (records: readonly LocationRecord[]) => sendMany(records, { action: 'delete' }),
    /** Lists records in a box, or of the whole world without one. */
    async list(box: Box | undefined, limit: number, signal?: AbortSignal): Promise<Outcome<RecordsPage>> {
      const url = recordsUrl(service, box, { limit: String(limit) });
      return mapDone(await ask(send, url, { signal: signal ?? null }), toPage);
    },
    /** Lists the records that are nearest to a place, the nearest first. */
    async near({ latitude, longitude }: Coordinates, limit: number, signal?: AbortSignal) {
      const url = recordsUrl(service, undefined, { near: `${latitude},${longitude}`, limit: String(limit) });
      return mapDone(await ask(send, url, { signal: signal ?? null }), toPage);
    },
    async state(): Promise<Outcome<ServiceState>> {
      const headers = { Accept: 'application/json' };
      return mapDone(await ask(send, new URL('-/', service), { headers }), (body) => body as ServiceState);
    },
  };
}

/** Returns the URL of a record. Its identifier must pass {@link findIdFault}. */
export function recordUrl(service: URL, id: string): URL {
  return new URL(encodeURIComponent(id), service);
}

/** The URL of the records in a box, or of all records without one. */
export function recordsUrl(
  service: URL,
  box: Box | undefined,
  parameters: Readonly<Record<string, string>>,
): URL {
  const url = new URL('-/records', service);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (box) url.searchParams.set('bbox', [box.west, box.south, box.east, box.north].join(','));
  return url;
}

/** Why a browser cannot send an identifier, if it cannot. */
export function findIdFault(id: string): string | undefined {
  if (id === '') return 'The identifier is empty.';
  if (id === '.' || id === '..')
    return `A browser cannot send the identifier "${id}". Use another client for it.`;
  return id.isWellFormed() ? undefined : 'The identifier has an incomplete character.';
}

function isMissing(outcome: Outcome<unknown>): boolean {
  return outcome.kind === 'refused' && outcome.status === 404;
}

function withBody(method: string, value: unknown): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/** How often a busy service is asked again. */
const maxRetries = 5;

/** Reads, again after a pause if the service is busy: 503 with `Retry-After`, in seconds. */
export async function readInTurn(send: typeof fetch, url: URL, init: RequestInit): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const response = await send(url, init);
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    if (response.status !== 503 || !(seconds <= 3) || retries === maxRetries) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

async function ask(
  send: typeof fetch,
  url: URL,
  init: RequestInit,
  onDone?: OnDone,
): Promise<Outcome<unknown>> {
  const timeout = AbortSignal.timeout(longestWait);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const asked: RequestInit = { cache: 'no-store', ...init, signal };
    // A write that is refused may be written in part.
    const response = init.method === undefined ? await readInTurn(send, url, asked) : await send(url, asked);
    const text = await response.text();
    if (response.ok) {
      const value: unknown = text === '' ? undefined : JSON.parse(text);
      onDone?.(value, response);
      return { kind: 'done', value };
    }
    const message = errorMessage(response.status, text);
    // A service that failed may have written before.
    if (response.status >= 500) return { kind: 'unknown', message };
    return { kind: 'refused', status: response.status, message };
  } catch {
    return { kind: 'unknown', message: unreachable };
  }
}

export const unreachable = 'The service cannot be reached.';

export const signedOut = 'The service no longer accepts your token. Reload the page to give another one.';

/** What a response that is not OK says: the words of the API. A proxy on the way may have others. */
export function errorMessage(status: number, text: string): string {
  if (status === 401) return signedOut;
  try {
    const { error_message: message } = Object(JSON.parse(text));
    if (message === 'Forbidden') return 'Your token does not allow this.';
    if (typeof message === 'string') return message;
  } catch {
    // It is no JSON.
  }
  return `The service responded with status ${status}.`;
}

function mapDone<From, To>(outcome: Outcome<From>, change: (value: From) => To): Outcome<To> {
  return outcome.kind === 'done' ? { kind: 'done', value: change(outcome.value) } : outcome;
}

function toPage(body: unknown): RecordsPage {
  const { features, links } = body as FeatureCollection<Point> & { readonly links?: readonly unknown[] };
  return { records: features.map(recordOfFeature), hasMore: (links?.length ?? 0) > 0 };
}

/**
 * One page of several, each record once: the first that is not a page, if there is one, or all of them up to
 * a limit.
 */
export function joinPages(pages: readonly Outcome<RecordsPage>[], limit: number): Outcome<RecordsPage> {
  const records = new Map<string, LocationRecord>();
  let hasMore = false;
  for (const page of pages) {
    if (page.kind !== 'done') return page;
    for (const record of page.value.records) records.set(record.id, record);
    hasMore ||= page.value.hasMore;
  }
  const all = [...records.values()];
  return { kind: 'done', value: { records: all.slice(0, limit), hasMore: hasMore || all.length > limit } };
}

/** The record of a Feature, as `/-/records` has it. */
export function recordOfFeature({ id, properties, geometry }: Feature<Point>): LocationRecord {
  const [longitude = 0, latitude = 0] = geometry.coordinates;
  return withId(String(id), { ...properties, coordinates: { latitude, longitude } });
}

/**
 * With its members in one order, so that JSON tells whether two are equal. A service may send `null` for an
 * absent description.
 */
function withId(id: string, { description, coordinates }: Location): LocationRecord {
  const { latitude, longitude } = coordinates;
  return { id, ...(description != null && { description }), coordinates: { latitude, longitude } };
}
