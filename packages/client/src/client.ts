import { batchesIn } from './batches.ts';
import { invalid } from './errors.ts';
import {
  type Coordinates,
  copyOf,
  type Location,
  type LocationRecord,
  locationOf,
  pathOf,
  recordOf,
} from './location.ts';
import type { ClientOptions } from './options.ts';
import { type Box, type FoundRecord, type Page, type PageQuery, pagesOf } from './pages.ts';
import { type Call, createSender, type Reply, textOf } from './send.ts';

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, also while it waits for another attempt; it then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Options of a write. The service must have the option `etags`, or ignores the preconditions; `undefined` is no
 * precondition.
 */
export interface WriteOptions extends CallOptions {
  /** An ETag, or several with commas: writes only if the record still has it. `*`: only if there is a record. */
  readonly ifMatch?: string | undefined;
  /** `*`: writes only if there is no record. */
  readonly ifNoneMatch?: string | undefined;
}

/** A record as it was read. */
export interface TaggedLocation {
  readonly location: Location;
  /**
   * For `ifMatch`. `undefined` if the service has no ETags, or something between weakens them, such as compression: no
   * `ifMatch` matches a weak one.
   */
  readonly etag: string | undefined;
}

/** A service of location records. It is a `LocationStore` of `@location-records/core`. */
export interface Client {
  /** What HTTP tells of how a service keeps its records: nothing. */
  readonly guarantees: { readonly durable: false; readonly shared: true; readonly listOrder: 'none' };
  /** Resolves to a Location, or `undefined` if the record is absent. */
  get(id: string, options?: CallOptions): Promise<Location | undefined>;
  /** Resolves to a Location with its ETag, or `undefined` if the record is absent. */
  getWithTag(id: string, options?: CallOptions): Promise<TaggedLocation | undefined>;
  /** Creates the record, or replaces its whole content. */
  put(id: string, location: Location, options?: WriteOptions): Promise<void>;
  /** Replaces the content of an existing record. If it is absent, resolves to `false` and changes nothing. */
  replace(id: string, location: Location, options?: WriteOptions): Promise<boolean>;
  /** Deletes the record. Deleting an absent record is not a failure. */
  delete(id: string, options?: WriteOptions): Promise<void>;
  /**
   * Lists all records in batches, as they come. A list that is cut off throws, even after its last record. It is
   * repeated only before its first record.
   */
  list(options?: CallOptions): AsyncGenerator<readonly LocationRecord[], undefined>;
  /** Finds all records in a box, page by page. If its west is above its east, it crosses the antimeridian. */
  within(box: Box, options?: Omit<PageQuery, 'box' | 'near' | 'radius'>): FoundRecords;
  /** Finds the records near a point, the nearest first, page by page. */
  near(point: Coordinates, options?: Omit<PageQuery, 'box' | 'near' | 'words'>): FoundRecords;
  /** Finds records page by page, to continue later after any page. */
  pages(query: PageQuery): AsyncGenerator<Page, undefined>;
  /** Ends the reads under way, and waits for the writes. Later calls reject with `STORE_CLOSED`. */
  close(): Promise<void>;
}

type FoundRecords = AsyncGenerator<readonly FoundRecord[], undefined>;

/**
 * Creates a client of the service at a URL. It sends nothing until it is asked.
 *
 * @throws {ClientError} `INVALID_ARGUMENT` when an option cannot work or is unknown.
 */
export function createClient(options: ClientOptions): Client {
  const sender = createSender(options);
  const pending = new Set<Promise<unknown>>();

  /** Makes a request about a record, with a body if there is a Location. Values are checked first. */
  function ask<T>(
    call: Pick<Call, 'method' | 'absent'>,
    id: string,
    { signal, ifMatch, ifNoneMatch }: WriteOptions = {},
    read: (reply: Reply | undefined, text: string) => T,
    content?: readonly [Location],
  ): Promise<T> {
    const callOf = () => ({
      ...call,
      path: pathOf(id),
      body: content && JSON.stringify(copyOf(...content)),
      fields: {
        ...(content && { 'Content-Type': 'application/json' }),
        ...precondition('If-Match', ifMatch),
        ...precondition('If-None-Match', ifNoneMatch),
      },
      signal,
    });
    const asking = (async () => {
      const answers = sender.send(callOf, async function* (reply) {
        yield read(reply, reply ? await textOf(reply.pieces) : '');
      });
      let answer: T | undefined;
      for await (answer of answers);
      return answer as T;
    })();
    pending.add(asking);
    const end = () => pending.delete(asking);
    asking.then(end, end);
    return asking;
  }

  const getWithTag: Client['getWithTag'] = (id, callOptions) =>
    ask({ method: 'GET', absent: 'Resource' }, id, callOptions, (reply, text) => {
      return (
        reply && {
          location: locationOf(JSON.parse(text)),
          // A weak one matches no `If-Match` (RFC 9110 section 13.1.1).
          etag: reply.headers.get('ETag')?.match(/^".*/)?.[0],
        }
      );
    });

  async function* recordsOf(query: PageQuery): FoundRecords {
    for await (const { records } of pagesOf(sender, query)) yield records;
    return undefined;
  }

  return {
    guarantees: Object.freeze({ durable: false, shared: true, listOrder: 'none' }),
    get: async (id, callOptions) => (await getWithTag(id, callOptions))?.location,
    getWithTag,
    put: (id, location, writeOptions) => ask({ method: 'POST' }, id, writeOptions, checkDone, [location]),
    replace: (id, location, writeOptions) => {
      const isReplaced = (reply: Reply | undefined, text: string) => {
        checkDone(reply, text);
        return reply !== undefined;
      };
      return ask({ method: 'PUT', absent: 'Location' }, id, writeOptions, isReplaced, [location]);
    },
    delete: (id, writeOptions) => ask({ method: 'DELETE' }, id, writeOptions, checkDone),
    list: ({ signal } = {}) =>
      sender.send(
        () => ({ method: 'GET', path: '/', signal }),
        async function* (reply) {
          for await (const batch of batchesIn<LocationRecord>((reply as Reply).pieces))
            yield batch.map(recordOf);
        },
      ),
    within: (box, query) => recordsOf({ ...query, box }),
    near: (near, query) => recordsOf({ ...query, near }),
    pages: (query) => pagesOf(sender, query),
    async close() {
      sender.close();
      await Promise.allSettled(pending);
    },
  };
}

/** Returns the field of a precondition. An empty one would be none, so that it becomes NUL, which cannot be sent. */
function precondition(name: string, value: string | undefined) {
  return value !== undefined && { [name]: value || '\0' };
}

/** Checks that a write is done: a page of something in front of the service, such as a login, has a body (SPEC 4). */
function checkDone(_: Reply | undefined, text: string): void {
  if (text) throw invalid('body', 'none');
}
