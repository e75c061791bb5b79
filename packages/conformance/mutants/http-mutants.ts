import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type Location,
  type LocationRecord,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import { storeOver } from '@location-records/workspace/tests';

/** Makes a right service with one fault. */
type Create = (options: HandlerOptions) => Handler;

/** A fault that a service has had, as a completion of "a service that", and the case that must reject it. */
type Row = readonly [breaks: string, killedBy: string, create: Create];

/** The right service with another response to each request. */
function around(
  respond: (handle: Handler, request: LocationRequest, options: HandlerOptions) => Promise<LocationResponse>,
): Create {
  return (options) => {
    const handle = createHandler(options);
    return (request) => respond(handle, request, options);
  };
}

function withOptions(change: (options: HandlerOptions) => Partial<HandlerOptions>): Create {
  return (options) => createHandler({ ...options, ...change(options) });
}

function withStore(change: (store: LocationStore) => Partial<LocationStore>): Create {
  return withOptions(({ store }) => ({ store: storeOver(store, change(store)) }));
}

function changingRequests(change: (request: LocationRequest) => Partial<LocationRequest>): Create {
  return around((handle, request) => handle(deriveRequest(request, change(request))));
}

function changingTargets(change: (target: string) => string): Create {
  return changingRequests(({ target }) => ({ target: change(target) }));
}

/** Changes the identifier of a target, unless it cannot be decoded. */
function changingIds(change: (id: string) => string): Create {
  return changingTargets((target) => {
    const [, encoded, rest = ''] = /^\/([^/?#\\]+)(.*)$/s.exec(target) ?? [];
    if (encoded === undefined) return target;
    try {
      return `/${encodeURIComponent(change(decodeURIComponent(encoded)))}${rest}`;
    } catch {
      return target;
    }
  });
}

function changingTypes(change: (lines: readonly string[]) => readonly string[]): Create {
  return changingRequests(({ headers }) => ({
    headers: { ...headers, 'content-type': change(headers['content-type'] ?? []) },
  }));
}

/** Changes bodies before the service reads them. `limit` is the number of characters that it reads. */
function changingBodies(change: (bytes: Uint8Array, limit: number) => Uint8Array): Create {
  return around((handle, request, { bodyLimit = 4096 }) => {
    const body = async (maxBytes: number) => change(await request.body(maxBytes), bodyLimit);
    return handle(deriveRequest(request, { body }));
  });
}

function changingTexts(change: (text: string) => string): Create {
  return changingBodies((bytes) => {
    const text = Buffer.from(bytes).toString();
    return text === change(text) ? bytes : Buffer.from(change(text));
  });
}

function changingResponses(
  change: (response: LocationResponse, request: LocationRequest) => LocationResponse,
): Create {
  return around(async (handle, request) => change(await handle(request), request));
}

function changingResponseTexts(change: (text: string) => string): Create {
  return changingResponses((response) => {
    if (typeof response.body !== 'string' || response.body === '') return response;
    const { headers, body } = json(response.status, change(response.body));
    return { ...response, headers: { ...response.headers, ...headers }, body };
  });
}

function addingHeaders(
  headers: Record<string, string>,
  concerns: (response: LocationResponse, request: LocationRequest) => boolean,
): Create {
  return changingResponses((response, request) =>
    concerns(response, request) ? { ...response, headers: { ...response.headers, ...headers } } : response,
  );
}

function isWrite({ method }: LocationRequest): boolean {
  return method === 'POST' || method === 'PUT';
}

function isDone({ status, body }: LocationResponse): boolean {
  return status === 200 && body === '';
}

async function textOf(request: LocationRequest): Promise<string> {
  return Buffer.from(await request.body(1_000_000)).toString();
}

/** A response whose body is JSON text. */
export function json(status: number, body: string): LocationResponse {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return { status, headers, body };
}

const states: readonly Row[] = [
  [
    'creates the record that PUT does not find',
    'response-put-only-replaces',
    changingRequests(({ method }) => (method === 'PUT' ? { method: 'POST' } : {})),
  ],
  [
    'keeps the description that PUT leaves out',
    'state-writes-remove-description',
    withStore((store) => ({
      replace: async (id, location) => store.replace(id, { ...(await store.get(id)), ...location }),
    })),
  ],
  [
    'leaves a record unchanged when POST finds it',
    'response-post-upsert',
    withStore((store) => ({
      put: async (id, location) => {
        if ((await store.get(id)) === undefined) await store.put(id, location);
      },
    })),
  ],
  [
    'stores only the first 255 characters of a description',
    'check-stored-whole',
    withStore((store) => ({
      put: (id, { description, coordinates }) =>
        store.put(id, {
          ...(description !== undefined && { description: description.slice(0, 255) }),
          coordinates,
        }),
    })),
  ],
  [
    'responds with 404 when DELETE finds no record',
    'state-delete-absent',
    around(async (handle, request) => {
      if (request.method !== 'DELETE') return handle(request);
      const found = await handle(deriveRequest(request, { method: 'GET' }));
      return found.status === 404 ? found : handle(request);
    }),
  ],
  [
    'responds with 200 null when GET finds no record',
    'response-get-absent',
    changingResponses((response, { method }) =>
      method === 'GET' && response.status === 404 ? json(200, 'null') : response,
    ),
  ],
  [
    'removes all records when DELETE has no identifier',
    'method-delete-root-keeps-all',
    around(async (handle, request, { store }) => {
      if (request.method === 'DELETE' && request.target === '/') {
        for await (const batch of store.list()) for (const [id] of batch) await store.delete(id);
      }
      return handle(request);
    }),
  ],
  [
    'checks the JSON of PUT before it checks that the record exists',
    'check-put-absent-existence-before-utf8',
    around(async (handle, request) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || response.status !== 404) return response;
      const trial = await handle(deriveRequest(request, { method: 'POST', target: '/trial' }));
      await handle(deriveRequest(request, { method: 'DELETE', target: '/trial' }));
      return trial.status === 400 ? trial : response;
    }),
  ],
  [
    'checks that there is a body before it checks the content type',
    'check-type-before-body',
    around(async (handle, request) =>
      isWrite(request) && (await textOf(request)) === ''
        ? errorResponse(400, 'Body content is missing')
        : handle(request),
    ),
  ],
  [
    'checks that PUT finds a record before it checks that there is a body',
    'check-put-absent-body-before-existence',
    around(async (handle, request) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || !response.body.toString().includes('Body content')) return response;
      return handle(deriveRequest(request, { body: async () => Buffer.from('{') }));
    }),
  ],
];

const targets: readonly Row[] = [
  ['has a route for its health', 'id-special-routes', withRoute('/health', '{"status":"ok"}')],
  [
    'keeps records in an object, which inherits members',
    'id-inherited',
    withStore((store) => ({
      get: async (id) =>
        id in Object.prototype ? { coordinates: { latitude: 0, longitude: 0 } } : store.get(id),
    })),
  ],
  [
    'loses records named like the prototype',
    'id-special-object-members',
    withStore((store) => ({
      put: async (id, location) => (id === '__proto__' ? undefined : store.put(id, location)),
    })),
  ],
  ['trims identifiers', 'id-distinct-space-behind', changingIds((id) => id.trim() || id)],
  ['ignores the case of identifiers', 'id-distinct-case', changingIds((id) => id.toLowerCase())],
  [
    'decodes identifiers twice',
    'id-decoded-once',
    changingIds((id) => (/%[0-7][\da-f]/i.test(id) ? decodeURIComponent(id) : id)),
  ],
  [
    'treats a plus in an identifier as a space',
    'id-plus',
    changingTargets((target) => target.replaceAll('+', '%20')),
  ],
  [
    'treats invalid escapes as part of the identifier',
    'response-error-bad-escape',
    changingTargets((target) => target.replace(/%(?![\da-f]{2})/gi, '%25')),
  ],
  [
    'replaces escapes that are not UTF-8 by U+FFFD',
    'id-bad-escape-ff',
    changingTargets((target) => target.replace(/%FF/gi, '%EF%BF%BD')),
  ],
  [
    'treats /a/ as /a',
    'target-unknown-slash-behind',
    changingTargets((target) => target.replace(/(?<=[^/])\/$/, '')),
  ],
  [
    'treats several slashes as one',
    'target-unknown-slash-before',
    changingTargets((target) => target.replace(/^\/\/+/, '/')),
  ],
  [
    'removes dot segments only when they are not encoded',
    'target-root-dot-encoded',
    changingTargets((target) => target.replace(/%2e/gi, '%252e')),
  ],
  [
    'does not support targets in absolute form',
    'target-root-absolute',
    changingTargets((target) => (/^https?:/i.test(target) ? '/not/known' : target)),
  ],
  [
    'treats the query as part of the identifier',
    'list-query',
    changingTargets((target) => target.replace('?', '%3F')),
  ],
  [
    'refuses identifiers of more than 255 characters',
    'id-long-distinct',
    around(async (handle, request) =>
      request.target.length > 256 ? errorResponse(400, 'Location identifier is not valid') : handle(request),
    ),
  ],
  ['ends an identifier at NUL', 'id-nul', changingIds((id) => id.split('\0', 1).join())],
  [
    'obeys X-HTTP-Method-Override',
    'method-override-field',
    changingRequests(({ method, headers }) => ({
      method: headers['x-http-method-override']?.[0] ?? method,
    })),
  ],
  [
    'refuses HEAD as an unknown method',
    'method-head-list',
    around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'TRACE') })),
    ),
  ],
  [
    'sends a body in response to HEAD',
    'method-head-record',
    around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'GET') })),
    ),
  ],
  [
    'responds to OPTIONS with 204',
    'method-options-record',
    changingResponses((response, { method }) =>
      method === 'OPTIONS' ? { ...response, status: 204 } : response,
    ),
  ],
  [
    'responds with 405 without Allow',
    'method-patch',
    changingResponses((response) =>
      response.status === 405 ? errorResponse(405, 'Method not allowed') : response,
    ),
  ],
  [
    'responds to an unknown method with 501',
    'response-error-method',
    changingResponses((response) => (response.status === 405 ? { ...response, status: 501 } : response)),
  ],
  [
    'responds to writes on the root with 405',
    'method-write-root',
    around(async (handle, request) =>
      request.target === '/' && request.method === 'POST'
        ? errorResponse(405, 'Method not allowed')
        : handle(request),
    ),
  ],
];

/** Serves something else under one target. */
function withRoute(route: string, body: string): Create {
  return changingResponses((response, { target }) => (target === route ? json(200, body) : response));
}

const bodies: readonly Row[] = [
  [
    'checks only the first of several content types',
    'content-type-refused-repeated',
    changingTypes((lines) => lines.slice(0, 1)),
  ],
  [
    'takes a comma in a quoted string for the end of a value',
    'content-type-accepted-parameter-quoted-comma-space',
    changingTypes((lines) => lines.map((line) => line.replaceAll('"', ''))),
  ],
  [
    'refuses a content type with parameters',
    'content-type-accepted-charset',
    changingTypes((lines) => lines.filter((line) => !line.includes(';'))),
  ],
  ['treats a body of white space as missing', 'body-space', changingTexts((text) => text.trim())],
  [
    'counts bytes instead of characters',
    'limit-exact-two-bytes',
    changingBodies((bytes, limit) => bytes.subarray(0, limit)),
  ],
  [
    'counts UTF-16 code units instead of characters',
    'limit-exact-astral',
    changingBodies((bytes, limit) => {
      const text = new TextDecoder().decode(bytes);
      return text.length > limit ? Buffer.from(text.slice(0, limit)) : bytes;
    }),
  ],
  ['reads the whole body', 'limit-over-ascii', withOptions(() => ({ bodyLimit: 2 ** 26 }))],
  [
    'refuses a body beyond the limit',
    'limit-behind-mebibyte',
    around(async (handle, request, { bodyLimit = 4096 }) =>
      isWrite(request) && (await textOf(request)).length > bodyLimit
        ? errorResponse(413, 'Too long')
        : handle(request),
    ),
  ],
  [
    'treats a byte order mark as part of the JSON text',
    'body-bom-before',
    changingBodies((bytes) => (bytes[0] === 0xef ? Buffer.from([0xef, 0xbb, 0xbf, ...bytes]) : bytes)),
  ],
  [
    'replaces bytes that are not UTF-8 by U+FFFD',
    'body-utf8-latin1',
    changingBodies((bytes) => Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))),
  ],
  [
    'refuses a description that is null',
    'shape-description-null',
    changingTexts((text) => text.replace(/"description":\s*null/, '"description":0')),
  ],
  [
    'drops an empty description',
    'shape-description-empty',
    changingTexts((text) => text.replace(/"description":\s*""/, '"description":null')),
  ],
  ['drops unknown members', 'shape-unknown-member', withOptions(() => ({ unknownMembers: 'ignore' }))],
  [
    'keeps the first of duplicate members',
    'shape-duplicate',
    changingTexts((text) => text.replace(/("description":"[^"]*")(.*),"description":"[^"]*"/s, '$1$2')),
  ],
  [
    'accepts coordinates in quotes',
    'shape-no-latitude-string',
    changingTexts((text) => text.replace(/"(latitude|longitude)":\s*"(-?[\d.]+)"/g, '"$1":$2')),
  ],
  [
    'keeps only six digits after the decimal point',
    'number-exact',
    withStore((store) => ({
      put: (id, { coordinates: { latitude, longitude }, ...rest }) =>
        store.put(id, {
          ...rest,
          coordinates: { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) },
        }),
    })),
  ],
  [
    'takes a latitude of 0 for a missing one',
    'number-zero',
    changingTexts((text) => text.replace(/"latitude":\s*0(?=[,}])/, '"latitude":null')),
  ],
  [
    'refuses coordinates beyond their usual ranges without the option',
    'range-free-latitude',
    withOptions(() => ({ strictCoordinates: true })),
  ],
  [
    'accepts coordinates beyond their usual ranges despite the option',
    'range-strict-latitude',
    withOptions(() => ({ strictCoordinates: false })),
  ],
  [
    'replaces lone surrogates by U+FFFD',
    'shape-surrogate-alone',
    changingTexts((text) => text.replace(/\\ud83d(?!\\ud[c-f])/gi, '\\ufffd')),
  ],
];

const responses: readonly Row[] = [
  [
    'writes numbers of 1e15 and more with a fraction',
    'number-1e15',
    changingResponseTexts((text) => text.replace(/:(-?\d{16,})(?=[,}])/g, ':$1.0')),
  ],
  [
    'writes numbers of 1e21 and more without an exponent',
    'number-1e21',
    changingResponseTexts((text) => text.replaceAll('1e+21', `1${'0'.repeat(21)}`)),
  ],
  [
    'responds to POST with 201',
    'response-post-created',
    changingResponses((response, { method }) =>
      method === 'POST' && isDone(response) ? { ...response, status: 201 } : response,
    ),
  ],
  [
    'responds to DELETE with 204',
    'response-delete',
    changingResponses((response, { method }) =>
      method === 'DELETE' && isDone(response) ? { ...response, status: 204 } : response,
    ),
  ],
  [
    'adds a charset to the content type',
    'response-json-type',
    addingHeaders({ 'Content-Type': 'application/json; charset=utf-8' }, ({ body }) => body !== ''),
  ],
  ['adds an ETag', 'response-nothing-added', addingHeaders({ ETag: '"1"' }, ({ status }) => status === 200)],
  [
    'counts the length of a response in characters',
    'response-json-length',
    changingResponses((response) =>
      typeof response.body === 'string' && response.body !== ''
        ? { ...response, headers: { ...response.headers, 'Content-Length': String(response.body.length) } }
        : response,
    ),
  ],
  [
    'sends JSON with white space',
    'shape-canonical-white-space',
    changingResponseTexts((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
  ],
  [
    'sends an absent description as null',
    'list-without-description',
    withOptions(() => ({ absentDescription: 'null' })),
  ],
  [
    'sends errors as text/plain',
    'response-error-content-type-json',
    addingHeaders({ 'Content-Type': 'text/plain' }, ({ status }) => status >= 400),
  ],
  [
    'names the member for the message of an error "error"',
    'response-error-is-object',
    changingResponseTexts((text) => text.replace('{"error_message"', '{"error"')),
  ],
  [
    'percent-encodes the identifier in its messages',
    'id-message-is-json',
    changingResponseTexts((text) =>
      text.replace(
        /(not found: )(.*)("})$/,
        (_, before, id, after) => before + encodeURIComponent(id) + after,
      ),
    ),
  ],
  [
    'lets pages of any origin read the response to POST',
    'response-without-cors',
    addingHeaders({ 'Access-Control-Allow-Origin': '*' }, (_, { method }) => method === 'POST'),
  ],
  [
    'lists objects instead of pairs',
    'list-pairs',
    changingResponseTexts((text) =>
      text.startsWith('[')
        ? JSON.stringify(JSON.parse(text).map(([id, location]: [string, object]) => ({ id, ...location })))
        : text,
    ),
  ],
  [
    'lists only the first hundred records',
    'list-many',
    withStore((store) => ({
      async *list() {
        for await (const batch of store.list()) {
          yield batch.slice(0, 100);
          return;
        }
      },
    })),
  ],
];

/** The pieces of a list up to its failure, as if the list ended there. */
async function* withoutFailure<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, undefined> {
  try {
    yield* pieces;
  } catch {}
}

const failures: readonly Row[] = [
  [
    'ends a list that fails midway as if it were complete',
    'failure-list-half-way',
    changingResponses((response) =>
      typeof response.body === 'string' ? response : { ...response, body: withoutFailure(response.body) },
    ),
  ],
  [
    'responds with an empty list when the store fails',
    'failure-list-first',
    changingResponses((response, { target, method }) =>
      response.status === 500 && target === '/' && method === 'GET' ? json(200, '[]') : response,
    ),
  ],
  [
    'responds with 404 when the store fails',
    'failure-get',
    changingResponses((response, { target, method }) =>
      response.status === 500 && method === 'GET'
        ? errorResponse(404, `Resource not found: ${target.slice(1)}`)
        : response,
    ),
  ],
  [
    'responds to POST before the store has the record',
    'failure-post',
    withStore((store) => ({
      put: async (id, location) => void store.put(id, location).catch(() => {}),
    })),
  ],
];

/** Resolves some turns of the event loop later. */
async function aMoment(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

/** Lists in pages of 100 that begin at a number of records, with a moment between them. */
async function* listByOffset(store: LocationStore): AsyncGenerator<readonly LocationRecord[]> {
  for (let offset = 0; ; offset += 100) {
    const all = [];
    for await (const batch of store.list()) all.push(...batch);
    const page = all.sort(([left], [right]) => (left < right ? -1 : 1)).slice(offset, offset + 100);
    if (page.length === 0) return;
    yield page;
    await aMoment();
  }
}

const races: readonly Row[] = [
  [
    'inserts a record that a POST does not find, and fails if another POST was first',
    'race-posts-create',
    withStore((store) => ({
      put: async (id, location) => {
        const isUpdate = (await store.get(id)) !== undefined;
        await aMoment();
        if (!isUpdate && (await store.get(id)) !== undefined) throw new Error('duplicate key');
        await store.put(id, location);
      },
    })),
  ],
  [
    'looks for the record of a PUT before it writes',
    'state-put-delete-race',
    withStore((store) => ({
      replace: async (id, location) => {
        if ((await store.get(id)) === undefined) return false;
        await aMoment();
        await store.put(id, location);
        return true;
      },
    })),
  ],
  [
    'replaces a record by removing and creating it',
    'race-read-during-writes',
    withStore((store) => ({
      put: async (id, location) => {
        await store.delete(id);
        await aMoment();
        await store.put(id, location);
      },
    })),
  ],
  [
    'fails when a record that it deletes is removed meanwhile',
    'race-deletes',
    withStore((store) => ({
      delete: async (id) => {
        const isFound = (await store.get(id)) !== undefined;
        await aMoment();
        if (isFound && (await store.get(id)) === undefined) throw new Error('no such row');
        await store.delete(id);
      },
    })),
  ],
  [
    'responds to a write before it is made',
    'check-stored',
    withStore((store) => ({
      put: async (id, location) => void aMoment().then(() => store.put(id, location)),
    })),
  ],
  [
    'makes a write again later',
    'race-no-late-writes',
    withStore((store) => ({
      put: async (id, location) => {
        await store.put(id, location);
        void aMoment().then(() => store.put(id, location));
      },
    })),
  ],
  [
    'keeps read records in a cache that a PUT does not change',
    'race-histories',
    withOptions(({ store }) => {
      const cache = new Map<string, Location>();
      return {
        store: storeOver(store, {
          get: async (id) => {
            const found = cache.get(id) ?? (await store.get(id));
            if (found) cache.set(id, found);
            return found;
          },
        }),
      };
    }),
  ],
  [
    'keeps the body of a request in a variable that the next request overwrites',
    'check-concurrent-writes',
    (options) => {
      const handle = createHandler(options);
      let latest: Uint8Array = new Uint8Array();
      return async (request) => {
        if (!isWrite(request)) return handle(request);
        latest = await request.body(2 ** 20);
        await aMoment();
        return handle(deriveRequest(request, { body: async () => latest }));
      };
    },
  ],
  [
    'lists pages by offset, which records that are removed shift back',
    'list-while-deleting',
    withStore((store) => ({ list: () => listByOffset(store) })),
  ],
  [
    'lists pages by offset, which records that are created shift on',
    'list-while-creating',
    withStore((store) => ({ list: () => listByOffset(store) })),
  ],
];

/** Changes the conditions of a request before the service looks at them. */
function changingConditions(
  change: (value: string, name: 'if-match' | 'if-none-match', request: LocationRequest) => string | undefined,
): Create {
  return changingRequests((request) => {
    const headers = { ...request.headers };
    for (const name of ['if-match', 'if-none-match'] as const) {
      const changed = headers[name] && change(headers[name].join(', '), name, request);
      headers[name] = changed === undefined ? undefined : [changed];
    }
    return { headers };
  });
}

/** Changes the entity tag of responses. */
function changingTags(change: (tag: string, request: LocationRequest) => string | undefined): Create {
  return changingResponses((response, request) => {
    const { ETag, ...headers } = response.headers;
    const changed = ETag && change(ETag, request);
    return { ...response, headers: changed === undefined ? headers : { ...headers, ETag: changed } };
  });
}

const conditions: readonly Row[] = [
  [
    'makes the tag of GET of another text than that of If-Match',
    'etag-put-1',
    changingTags((tag, { method }) => (method === 'GET' ? tag.replace('"', '"a') : tag)),
  ],
  ['has weak tags', 'etag-get', changingTags((tag) => `W/${tag}`)],
  ['has the same tag for all contents', 'etag-content', changingTags(() => '"1"')],
  [
    'takes a weak tag for the strong one',
    'etag-put-5',
    changingConditions((value, name) => (name === 'if-match' ? value.replaceAll('W/', '') : value)),
  ],
  [
    'takes a tag without quotes',
    'etag-malformed',
    changingConditions((value) => (/^\w+$/.test(value) ? `"${value}"` : value)),
  ],
  ['reads one tag of a list', 'etag-put-2', changingConditions((value) => value.split(',')[0])],
  [
    'ignores the conditions of DELETE',
    'etag-delete-4',
    changingConditions((value, _, { method }) => (method === 'DELETE' ? undefined : value)),
  ],
  [
    'ignores If-Match on GET',
    'etag-get-if-match',
    changingConditions((value, name, { method }) =>
      method === 'GET' && name === 'if-match' ? undefined : value,
    ),
  ],
  [
    'reads, compares and then writes',
    'etag-increments',
    withStore((store) => ({
      exchange: async (id, _, next) => {
        await aMoment();
        await (next ? store.put(id, next) : store.delete(id));
        return true;
      },
    })),
  ],
  [
    'creates over a record that came in between',
    'etag-creates-once',
    withStore((store) => ({
      exchange: async (id, expected, next) => {
        if (expected || !next) return (await store.exchange?.(id, expected, next)) ?? false;
        await store.put(id, next);
        return true;
      },
    })),
  ],
  [
    'sends the current tag with no 412',
    'etag-old',
    changingResponses((response) => {
      const { ETag: _, ...headers } = response.headers;
      return response.status === 412 ? { ...response, headers } : response;
    }),
  ],
  [
    'checks the conditions before the body',
    'etag-order',
    around(async (handle, request) => {
      const response = await handle(request);
      const fails = isWrite(request) && request.headers['if-match']?.includes('"0123456789abcdef"');
      return fails && response.status === 400
        ? json(412, '{"error_message":"Precondition failed"}')
        : response;
    }),
  ],
  [
    'gives every write the tag of its content',
    'etag-of-write',
    around(async (handle, request) => {
      const response = await handle(request);
      if (!isWrite(request) || !isDone(response)) return response;
      const { ETag } = (await handle(deriveRequest(request, { method: 'GET' }))).headers;
      return { ...response, headers: { ...response.headers, ...(ETag && { ETag }) } };
    }),
  ],
  [
    'lets caches keep records',
    'etag-get',
    addingHeaders({ 'Cache-Control': 'max-age=60' }, ({ headers }) => headers.ETag !== undefined),
  ],
  ['keeps conditions that nobody has asked it to keep', 'etag-off', withOptions(() => ({ etags: true }))],
];

/** Services that are wrong in one way that real services are. */
export const httpMutants = [
  ...states,
  ...targets,
  ...bodies,
  ...responses,
  ...failures,
  ...conditions,
  ...races,
].map(([breaks, killedBy, create]) => ({ breaks, killedBy, create }));
