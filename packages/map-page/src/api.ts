import type { FeatureCollection, Point } from 'geojson';

/** A Location, as the service has it. */
export interface Location {
  readonly description?: string | undefined;
  readonly coordinates: { readonly latitude: number; readonly longitude: number };
}

/** An identifier and its Location. */
export interface LocationRecord extends Location {
  readonly id: string;
}

/** A box in degrees, as `/-/records` takes it; its west is beyond its east where it crosses the antimeridian. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Some records, and whether there are more. */
export interface RecordsPage {
  readonly records: readonly LocationRecord[];
  readonly hasMore: boolean;
}

/**
 * What a request led to. The service refuses in its own words; where the network fails, the outcome of a write is not
 * known, and the record has to be read again.
 */
export type Outcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

/** The public API of the service, and its lists. */
export interface Api {
  /** Reads a record; `undefined` where there is none. */
  read(id: string): Promise<Outcome<LocationRecord | undefined>>;
  /** Creates or replaces a record (POST). */
  put(record: LocationRecord): Promise<Outcome<undefined>>;
  /** Replaces a record (PUT); `false` where there is none. */
  replace(record: LocationRecord): Promise<Outcome<boolean>>;
  /** Deletes a record, if there is one (DELETE). */
  delete(id: string): Promise<Outcome<undefined>>;
  /** Lists records in a box, or of the whole world without one. */
  list(box: Box | undefined, limit: number, signal?: AbortSignal): Promise<Outcome<RecordsPage>>;
}

/** Talks to the service whose URL ends with a slash. */
export function createApi(service: URL): Api {
  return {
    async read(id) {
      const response = await ask(recordUrl(service, id), {});
      if (response.kind === 'refused' && response.status === 404) return { kind: 'done', value: undefined };
      return mapDone(response, (body) => ({ id, ...(body as Location) }));
    },
    async put({ id, ...location }) {
      return mapDone(await ask(recordUrl(service, id), withBody('POST', location)), () => undefined);
    },
    async replace({ id, ...location }) {
      const response = await ask(recordUrl(service, id), withBody('PUT', location));
      if (response.kind === 'refused' && response.status === 404) return { kind: 'done', value: false };
      return mapDone(response, () => true);
    },
    async delete(id) {
      return mapDone(await ask(recordUrl(service, id), { method: 'DELETE' }), () => undefined);
    },
    async list(box, limit, signal) {
      const url = new URL('-/records', service);
      url.searchParams.set('limit', String(limit));
      if (box) url.searchParams.set('bbox', [box.west, box.south, box.east, box.north].join(','));
      return mapDone(await ask(url, { ...(signal && { signal }) }), toPage);
    },
  };
}

/**
 * The URL of a record.
 *
 * @throws {RangeError} when no browser can send the identifier: it folds `.` and `..`, and an empty one is the list.
 */
export function recordUrl(service: URL, id: string): URL {
  if (id === '.' || id === '..') {
    throw new RangeError(`A browser cannot send the identifier "${id}". Use another client for it.`);
  }
  if (id === '') throw new RangeError('The identifier is empty.');
  if (!id.isWellFormed()) throw new RangeError('The identifier has half a character in it.');
  return new URL(encodeURIComponent(id), service);
}

function withBody(method: string, location: Location): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(location) };
}

async function ask(url: URL, init: RequestInit): Promise<Outcome<unknown>> {
  try {
    const response = await fetch(url, { cache: 'no-store', ...init });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return { kind: 'done', value: body };
    const { error_message: message } = Object(body) as { readonly error_message?: unknown };
    const words =
      typeof message === 'string' ? message : `The service responded with status ${response.status}.`;
    return { kind: 'refused', status: response.status, message: words };
  } catch (error) {
    return { kind: 'unknown', message: `The service cannot be reached: ${String((error as Error).message)}` };
  }
}

function mapDone<From, To>(outcome: Outcome<From>, change: (value: From) => To): Outcome<To> {
  return outcome.kind === 'done' ? { kind: 'done', value: change(outcome.value) } : outcome;
}

function toPage(body: unknown): RecordsPage {
  const { features, links } = body as FeatureCollection<Point> & { readonly links?: readonly unknown[] };
  const records = features.map(({ id, properties, geometry }): LocationRecord => {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    return { id: String(id), description: properties?.description, coordinates: { latitude, longitude } };
  });
  return { records, hasMore: (links?.length ?? 0) > 0 };
}
