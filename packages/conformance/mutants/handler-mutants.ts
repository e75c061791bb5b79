import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import { storeOver } from '@location-records/workspace/tests';

/** A service that breaks one rule. */
export interface HandlerMutant {
  readonly id: string;
  /** Completes "a service that". */
  readonly breaks: string;
  /** The case of the HTTP contract that must reject it. */
  readonly killedBy: string;
  readonly create: (options: HandlerOptions) => Handler;
}

type Create = HandlerMutant['create'];

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

type Row = readonly [id: string, breaks: string, killedBy: string, create: Create];

const states: readonly Row[] = [
  [
    'put-creates',
    'creates the record that PUT does not find',
    'response-put-only-replaces',
    changingRequests(({ method }) => (method === 'PUT' ? { method: 'POST' } : {})),
  ],
  [
    'put-patches',
    'keeps the description that PUT leaves out',
    'state-put-removes-description',
    withStore((store) => ({
      replace: async (id, location) => store.replace(id, { ...(await store.get(id)), ...location }),
    })),
  ],
  [
    'post-only-creates',
    'leaves a record unchanged when POST finds it',
    'response-post-upsert',
    withStore((store) => ({
      put: async (id, location) => {
        if ((await store.get(id)) === undefined) await store.put(id, location);
      },
    })),
  ],
  [
    'description-cut',
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
    'delete-of-absent-is-404',
    'responds with 404 when DELETE finds no record',
    'state-delete-absent',
    around(async (handle, request) => {
      if (request.method !== 'DELETE') return handle(request);
      const found = await handle(deriveRequest(request, { method: 'GET' }));
      return found.status === 404 ? found : handle(request);
    }),
  ],
  [
    'get-of-absent-is-null',
    'responds with 200 null when GET finds no record',
    'response-get-absent',
    changingResponses((response, { method }) =>
      method === 'GET' && response.status === 404 ? json(200, 'null') : response,
    ),
  ],
  [
    'delete-root-removes-all',
    'responds to DELETE on the root with 200',
    'method-delete-root-keeps-all',
    changingRequests(({ method, target }) =>
      method === 'DELETE' && target === '/' ? { target: '/all' } : {},
    ),
  ],
  [
    'json-before-existence',
    'checks the JSON of PUT before it checks that the record exists',
    'check-put-invalid-utf8-absent',
    around(async (handle, request) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || response.status !== 404) return response;
      const trial = await handle(deriveRequest(request, { method: 'POST', target: '/trial' }));
      await handle(deriveRequest(request, { method: 'DELETE', target: '/trial' }));
      return trial.status === 400 ? trial : response;
    }),
  ],
  [
    'body-before-type',
    'checks that there is a body before it checks the content type',
    'check-post-type-before-body',
    around(async (handle, request) =>
      isWrite(request) && (await textOf(request)) === ''
        ? errorResponse(400, 'Body content is missing')
        : handle(request),
    ),
  ],
  [
    'existence-before-body',
    'checks that PUT finds a record before it checks that there is a body',
    'response-error-put-body',
    around(async (handle, request) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || !response.body.toString().includes('Body content')) return response;
      return handle(deriveRequest(request, { body: async () => Buffer.from('{') }));
    }),
  ],
];

const targets: readonly Row[] = [
  ['ids-trimmed', 'trims identifiers', 'id-distinct-space-behind', changingIds((id) => id.trim() || id)],
  [
    'ids-lower-cased',
    'ignores the case of identifiers',
    'id-distinct-case',
    changingIds((id) => id.toLowerCase()),
  ],
  [
    'ids-decoded-twice',
    'decodes identifiers twice',
    'id-decoded-once',
    changingIds((id) => (/%[0-7][\da-f]/i.test(id) ? decodeURIComponent(id) : id)),
  ],
  [
    'plus-is-space',
    'treats a plus in an identifier as a space',
    'id-plus',
    changingTargets((target) => target.replaceAll('+', '%20')),
  ],
  [
    'bad-escapes-kept',
    'treats invalid escapes as part of the identifier',
    'response-error-bad-escape',
    changingTargets((target) => target.replace(/%(?![\da-f]{2})/gi, '%25')),
  ],
  [
    'bad-utf8-replaced',
    'replaces escapes that are not UTF-8 by U+FFFD',
    'id-bad-escape-ff',
    changingTargets((target) => target.replace(/%FF/gi, '%EF%BF%BD')),
  ],
  [
    'slash-at-end-ignored',
    'treats /a/ as /a',
    'target-control-plane',
    changingTargets((target) => target.replace(/(?<=[^/])\/$/, '')),
  ],
  [
    'slashes-merged',
    'treats several slashes as one',
    'target-unknown-slash-before',
    changingTargets((target) => target.replace(/^\/\/+/, '/')),
  ],
  [
    'dots-are-ids',
    'removes dot segments only when they are not encoded',
    'target-root-dot-encoded',
    changingTargets((target) => target.replace(/%2e/gi, '%252e')),
  ],
  [
    'absolute-form-unknown',
    'does not support targets in absolute form',
    'target-root-absolute',
    changingTargets((target) => (/^https?:/i.test(target) ? '/not/known' : target)),
  ],
  [
    'query-is-id',
    'treats the query as part of the identifier',
    'list-query',
    changingTargets((target) => target.replace('?', '%3F')),
  ],
  [
    'ids-limited',
    'refuses identifiers of more than 255 characters',
    'id-long-distinct',
    around(async (handle, request) =>
      request.target.length > 256 ? errorResponse(400, 'Location identifier is not valid') : handle(request),
    ),
  ],
  ['ids-cut-at-nul', 'ends an identifier at NUL', 'id-nul', changingIds((id) => id.split('\0', 1).join())],
  [
    'method-overridden',
    'obeys X-HTTP-Method-Override',
    'method-override-x-http-method-override',
    changingRequests(({ method, headers }) => ({
      method: headers['x-http-method-override']?.[0] ?? method,
    })),
  ],
  [
    'head-is-405',
    'refuses HEAD as an unknown method',
    'method-head-list',
    around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'TRACE') })),
    ),
  ],
  [
    'head-has-a-body',
    'sends a body in response to HEAD',
    'method-head-record',
    around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'GET') })),
    ),
  ],
  [
    'options-is-204',
    'responds to OPTIONS with 204',
    'method-options-record',
    changingResponses((response, { method }) =>
      method === 'OPTIONS' ? { ...response, status: 204 } : response,
    ),
  ],
  [
    '405-without-allow',
    'responds with 405 without Allow',
    'method-patch',
    changingResponses((response) =>
      response.status === 405 ? errorResponse(405, 'Method not allowed') : response,
    ),
  ],
  [
    'unknown-method-is-501',
    'responds to an unknown method with 501',
    'response-error-method',
    changingResponses((response) => (response.status === 405 ? { ...response, status: 501 } : response)),
  ],
  [
    'root-is-405',
    'responds to writes on the root with 405',
    'method-post-root',
    around(async (handle, request) =>
      request.target === '/' && request.method === 'POST'
        ? errorResponse(405, 'Method not allowed')
        : handle(request),
    ),
  ],
];

const bodies: readonly Row[] = [
  [
    'type-first-of-many',
    'checks only the first of several content types',
    'content-type-refused-repeated',
    changingTypes((lines) => lines.slice(0, 1)),
  ],
  [
    'type-quoted-comma-splits',
    'takes a comma in a quoted string for the end of a value',
    'content-type-accepted-parameter-quoted-comma-space',
    changingTypes((lines) => lines.map((line) => line.replaceAll('"', ''))),
  ],
  [
    'type-without-parameters',
    'refuses a content type with parameters',
    'content-type-accepted-charset',
    changingTypes((lines) => lines.filter((line) => !line.includes(';'))),
  ],
  [
    'white-space-is-nothing',
    'treats a body of white space as missing',
    'body-space',
    changingTexts((text) => text.trim()),
  ],
  [
    'limit-in-bytes',
    'counts bytes instead of characters',
    'limit-exact-two-bytes',
    changingBodies((bytes, limit) => bytes.subarray(0, limit)),
  ],
  [
    'limit-in-units',
    'counts UTF-16 code units instead of characters',
    'limit-exact-astral',
    changingBodies((bytes, limit) => {
      const text = new TextDecoder().decode(bytes);
      return text.length > limit ? Buffer.from(text.slice(0, limit)) : bytes;
    }),
  ],
  ['no-limit', 'reads the whole body', 'limit-option-one', withOptions(() => ({ bodyLimit: 2 ** 26 }))],
  [
    'limit-is-413',
    'refuses a body beyond the limit',
    'limit-behind-spaces',
    around(async (handle, request, { bodyLimit = 4096 }) =>
      isWrite(request) && (await textOf(request)).length > bodyLimit
        ? errorResponse(413, 'Too long')
        : handle(request),
    ),
  ],
  [
    'mark-kept',
    'treats a byte order mark as part of the JSON text',
    'body-bom-before',
    changingBodies((bytes) => (bytes[0] === 0xef ? Buffer.from([0xef, 0xbb, 0xbf, ...bytes]) : bytes)),
  ],
  [
    'broken-utf8-replaced',
    'replaces bytes that are not UTF-8 by U+FFFD',
    'body-utf8-lone-continuation',
    changingBodies((bytes) => Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))),
  ],
  [
    'null-description-refused',
    'refuses a description that is null',
    'shape-description-null',
    changingTexts((text) => text.replace(/"description":\s*null/, '"description":0')),
  ],
  [
    'empty-description-dropped',
    'drops an empty description',
    'shape-description-empty',
    changingTexts((text) => text.replace(/"description":\s*""/, '"description":null')),
  ],
  [
    'unknown-members-ignored',
    'drops unknown members',
    'shape-unknown-member',
    withOptions(() => ({ unknownMembers: 'ignore' })),
  ],
  [
    'first-duplicate-wins',
    'keeps the first of duplicate members',
    'shape-duplicate',
    changingTexts((text) => text.replace(/("description":"[^"]*")(.*),"description":"[^"]*"/s, '$1$2')),
  ],
  [
    'number-strings-accepted',
    'accepts coordinates in quotes',
    'shape-no-latitude-string',
    changingTexts((text) => text.replace(/"(latitude|longitude)":\s*"(-?[\d.]+)"/g, '"$1":$2')),
  ],
  [
    'coordinates-rounded',
    'keeps only six digits after the decimal point',
    'number-sixteen-digits',
    withStore((store) => ({
      put: (id, { coordinates: { latitude, longitude }, ...rest }) =>
        store.put(id, {
          ...rest,
          coordinates: { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) },
        }),
    })),
  ],
  [
    'always-strict',
    'refuses coordinates beyond their usual ranges without the option',
    'range-free-far',
    withOptions(() => ({ strictCoordinates: true })),
  ],
  [
    'never-strict',
    'accepts coordinates beyond their usual ranges despite the option',
    'range-strict-latitude-above',
    withOptions(() => ({ strictCoordinates: false })),
  ],
  [
    'lone-surrogates-replaced',
    'replaces lone surrogates by U+FFFD',
    'shape-surrogate-1',
    changingTexts((text) => text.replace(/\\ud800(?!\\ud[c-f])/gi, '\\ufffd')),
  ],
];

const responses: readonly Row[] = [
  [
    'created-is-201',
    'responds to POST with 201',
    'response-post-created',
    changingResponses((response, { method }) =>
      method === 'POST' && isDone(response) ? { ...response, status: 201 } : response,
    ),
  ],
  [
    'done-is-204',
    'responds to DELETE with 204',
    'response-delete',
    changingResponses((response, { method }) =>
      method === 'DELETE' && isDone(response) ? { ...response, status: 204 } : response,
    ),
  ],
  [
    'charset-added',
    'adds a charset to the content type',
    'response-json-type',
    addingHeaders({ 'Content-Type': 'application/json; charset=utf-8' }, ({ body }) => body !== ''),
  ],
  [
    'etag-added',
    'adds an ETag',
    'response-nothing-added',
    addingHeaders({ ETag: '"1"' }, ({ status }) => status === 200),
  ],
  [
    'length-in-characters',
    'counts the length of a response in characters',
    'response-json-length',
    changingResponses((response) =>
      typeof response.body === 'string' && response.body !== ''
        ? { ...response, headers: { ...response.headers, 'Content-Length': String(response.body.length) } }
        : response,
    ),
  ],
  [
    'json-indented',
    'sends JSON with white space',
    'shape-canonical-white-space',
    changingResponseTexts((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
  ],
  [
    'null-description-written',
    'sends an absent description as null',
    'list-without-description',
    withOptions(() => ({ absentDescription: 'null' })),
  ],
  [
    'errors-in-plain-text',
    'sends errors as text/plain',
    'response-error-put-id',
    addingHeaders({ 'Content-Type': 'text/plain' }, ({ status }) => status >= 400),
  ],
  [
    'errors-under-another-name',
    'names the member for the message of an error "error"',
    'response-error-is-object',
    changingResponseTexts((text) => text.replace('{"error_message"', '{"error"')),
  ],
  [
    'messages-encode-ids',
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
    'cors-on-writes',
    'lets pages of any origin read the response to POST',
    'response-without-cors',
    addingHeaders({ 'Access-Control-Allow-Origin': '*' }, (_, { method }) => method === 'POST'),
  ],
  [
    'list-of-objects',
    'lists objects instead of pairs',
    'list-one',
    changingResponseTexts((text) =>
      text.startsWith('[')
        ? JSON.stringify(JSON.parse(text).map(([id, location]: [string, object]) => ({ id, ...location })))
        : text,
    ),
  ],
  [
    'list-of-one-page',
    'lists only the first hundred records',
    'list-long',
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
    'list-failure-hidden',
    'ends a list that fails midway as if it were complete',
    'failure-list-half-way-2',
    changingResponses((response) =>
      typeof response.body === 'string' ? response : { ...response, body: withoutFailure(response.body) },
    ),
  ],
  [
    'failure-is-an-empty-list',
    'responds with an empty list when the store fails',
    'failure-list-first',
    changingResponses((response, { target, method }) =>
      response.status === 500 && target === '/' && method === 'GET' ? json(200, '[]') : response,
    ),
  ],
  [
    'failure-is-not-found',
    'responds with 404 when the store fails',
    'failure-get-cause',
    changingResponses((response, { target, method }) =>
      response.status === 500 && method === 'GET'
        ? errorResponse(404, `Resource not found: ${target.slice(1)}`)
        : response,
    ),
  ],
  [
    'failure-of-post-hidden',
    'responds to POST before the store has the record',
    'failure-post-cause',
    withStore((store) => ({
      put: async (id, location) => void store.put(id, location).catch(() => {}),
    })),
  ],
];

/** Services that are wrong in one way that real services are. */
export const handlerMutants: readonly HandlerMutant[] = [
  ...states,
  ...targets,
  ...bodies,
  ...responses,
  ...failures,
].map(([id, breaks, killedBy, create]) => ({ id, breaks, killedBy, create }));
