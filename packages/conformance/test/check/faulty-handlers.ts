import { Buffer } from 'node:buffer';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type Location,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { storeOver } from '@location-records/dev-kit';

interface Changed {
  readonly status: number;
  readonly text: string;
}

export const correct = () => createHandler({ store: createMemoryStore() });

export async function textOf({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}

/** The service with a change to every response. HEAD has the changed response of GET. */
export function changing(change: (response: Changed, request: LocationRequest) => Changed): () => Handler {
  return () => {
    const handle = correct();
    return async (request): Promise<LocationResponse> => {
      const isHead = request.method === 'HEAD';
      const response = await handle(isHead ? deriveRequest(request, { method: 'GET' }) : request);
      const { status, text } = change({ status: response.status, text: await textOf(response) }, request);
      const headers = { ...response.headers };
      if (headers['Content-Length'] !== undefined)
        headers['Content-Length'] = String(Buffer.byteLength(text));
      return { ...response, status, headers, body: isHead ? '' : text };
    };
  };
}

/** The service with a change to every text that it sends. */
export function writing(change: (text: string) => string): () => Handler {
  return changing(({ status, text }) => ({ status, text: change(text) }));
}

/** The service with a change to the message of every Error object. */
export function saying(change: (message: string) => string): () => Handler {
  const start = '{"error_message":';
  return writing((text) =>
    text.startsWith(start) ? `${start}${JSON.stringify(change(messageIn(text)))}}` : text,
  );
}

function messageIn(text: string): string {
  return JSON.parse(text).error_message;
}

/** The service with a change to every Location that it sends, alone or in the list. */
export function rewriting(change: (location: Location, isListed: boolean) => object): () => Handler {
  return changing(({ status, text }) => {
    if (status !== 200 || text === '') return { status, text };
    const sent: Location | readonly (readonly [string, Location])[] = JSON.parse(text);
    const isList = 'length' in sent;
    const changed = isList ? sent.map(([id, location]) => [id, change(location, true)]) : change(sent, false);
    return { status, text: JSON.stringify(changed) };
  });
}

/** An Error object with a status and a message that the service does not have. */
export function refusal(status: number, message: string): LocationResponse {
  const body = JSON.stringify({ error_message: message });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
  return { status, headers, body };
}

/** The service with a detour of every request. */
export function detouring(
  detour: (request: LocationRequest, handle: Handler) => ReturnType<Handler>,
): () => Handler {
  return () => {
    const handle = correct();
    return (request) => detour(request, handle);
  };
}

/** The service that takes another identifier for the sent one. */
export function naming(change: (id: string) => string): () => Handler {
  return detouring((request, handle) => {
    const [, segment = '', query = ''] = /^\/([^/\\?#]+)([?#].*)?$/s.exec(request.target) ?? [];
    const id = /^(\.|%2e)*$/i.test(segment) ? '' : decoded(segment);
    const target = `/${encodeURIComponent(change(id))}${query}`;
    return handle(id === '' ? request : deriveRequest(request, { target }));
  });
}

/** The text without percent-encoding; an empty one where it cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The service whose list does not change for 40 requests at a time. */
export function listingSeldom(): Handler {
  const handle = correct();
  let [others, kept]: [number, LocationResponse | undefined] = [0, undefined];
  return async (request) => {
    const isList = request.target === '/' && ['GET', 'HEAD'].includes(request.method);
    if (!isList) others++;
    if (!isList) return handle(request);
    if (kept === undefined || others > 40) {
      others = 0;
      const list = await askFor(request, handle);
      kept = { ...list, body: await textOf(list) };
    }
    return request.method === 'HEAD' ? { ...kept, body: '' } : kept;
  };
}

/** The service that fails where it should send an error with this text in its message. */
export function failing(message: string): () => Handler {
  return changing(({ status, text }) =>
    status >= 400 && text.includes(message)
      ? { status: 500, text: '{"error_message":"Internal server error"}' }
      : { status, text },
  );
}

/** The service with another response to some of the valid Locations that clients send. */
export function sending(respond: (location: Location) => LocationResponse | undefined): () => Handler {
  return detouring(async (request, handle) => {
    let refused: LocationResponse | undefined;
    const judging = createHandler({
      store: storeOver(createMemoryStore(), {
        put: async (_, location) => {
          refused = respond(location);
        },
      }),
    });
    if (isWrite(request)) await judging(deriveRequest(request, { method: 'POST' }));
    return refused ?? handle(request);
  });
}

/** The service that reads all records, waits, and writes all records back with the change of one. */
export function losingUpdates(): Handler {
  let records = new Map<string, Location>();
  async function update(change: (changed: Map<string, Location>) => void): Promise<void> {
    const changed = new Map(records);
    await new Promise((resolve) => setImmediate(resolve));
    change(changed);
    records = changed;
  }
  const store = storeOver(createMemoryStore(), {
    get: async (id) => records.get(id),
    put: (id, location) => update((changed) => changed.set(id, location)),
    async replace(id, location) {
      if (!records.has(id)) return false;
      await update((changed) => changed.set(id, location));
      return true;
    },
    delete: (id) => update((changed) => changed.delete(id)),
    async *list() {
      yield [...records];
    },
  });
  return createHandler({ store });
}

/** A handler that responds to DELETE of an absent record as to GET of it. */
export function missingRecords(handle: Handler): Handler {
  return async (request) => {
    const got = request.method === 'DELETE' ? await askFor(request, handle) : undefined;
    return got?.status === 404 ? got : handle(request);
  };
}

/** The stores whose `replace`, `put` of a present record, or `delete` changes nothing. */
export const ignoringPut = (store: LocationStore): Partial<LocationStore> => ({
  replace: async (id) => (await store.get(id)) !== undefined,
});
export const ignoringPost = (store: LocationStore): Partial<LocationStore> => ({
  put: async (id, location) => ((await store.get(id)) ? undefined : store.put(id, location)),
});
export const ignoringDelete = (): Partial<LocationStore> => ({ delete: async () => {} });

/** The service that responds to GET of a record as it did before, unless 40 other requests came since. */
export function cachingRecords(): Handler {
  const handle = correct();
  const kept = new Map<string, { response: LocationResponse; count: number }>();
  let count = 0;
  return async (request) => {
    count++;
    if (request.method !== 'GET' || request.target === '/') return handle(request);
    const old = kept.get(request.target);
    if (old && count - old.count < 40) return old.response;
    const response = await handle(request);
    if (typeof response.body === 'string') kept.set(request.target, { response, count });
    return response;
  };
}

/** The service over a store with other methods. */
export function storing(own: (store: LocationStore) => Partial<LocationStore>): () => Handler {
  return () => {
    const store = createMemoryStore();
    return createHandler({ store: storeOver(store, own(store)) });
  };
}

/** The service that stores another Location than the client sent. */
export function keeping(change: (location: Location) => Location): () => Handler {
  return storing((store) => ({
    put: (id, location) => store.put(id, change(location)),
    replace: (id, location) => store.replace(id, change(location)),
  }));
}

export const isWrite = ({ method }: LocationRequest) => method === 'POST' || method === 'PUT';
export const isRead = ({ method }: LocationRequest) => method === 'GET' || method === 'HEAD';
/** The only segment of the target; an empty text where there is none, or another one. */
export const segmentIn = ({ target }: LocationRequest) => /^\/([^/?#\\]+)$/.exec(target)?.[1] ?? '';
export const askFor = (request: LocationRequest, handle: Handler) =>
  handle(deriveRequest(request, { method: 'GET' }));
