import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { storeOver } from '@location-records/dev-kit';

/** A service that breaks one rule. */
export interface HandlerMutant {
  readonly id: string;
  /** What the service does wrong. The text follows "a service that". */
  readonly breaks: string;
  /** The case of the HTTP contract that must reject it. */
  readonly killedBy: string;
  readonly create: (options: HandlerOptions) => Handler;
}

type Create = HandlerMutant['create'];

/** The service with another response to each request. */
export function around(
  respond: (handle: Handler, request: LocationRequest, options: HandlerOptions) => Promise<LocationResponse>,
): Create {
  return (options) => {
    const handle = createHandler(options);
    return (request) => respond(handle, request, options);
  };
}

/** The service with changed options. */
export function withOptions(change: (options: HandlerOptions) => Partial<HandlerOptions>): Create {
  return (options) => createHandler({ ...options, ...change(options) });
}

/** The service over a store with some other methods. */
export function withStore(change: (store: LocationStore) => Partial<LocationStore>): Create {
  return withOptions(({ store }) => ({
    store: storeOver(store, change(store)),
  }));
}

/** A service that acts on each request as `change` makes it. */
export function changingRequests(
  change: (request: LocationRequest, options: HandlerOptions) => Partial<LocationRequest>,
): Create {
  return around((handle, request, options) => handle(deriveRequest(request, change(request, options))));
}

/** A service that acts on each target as `change` makes it. */
export function changingTargets(change: (target: string) => string): Create {
  return changingRequests(({ target }) => ({ target: change(target) }));
}

/** The service with changes to bodies before it reads them. `limit` is the number of characters that it reads. */
export function changingBodies(change: (bytes: Uint8Array, limit: number) => Uint8Array): Create {
  return changingRequests((request, { bodyLimit = 4096 }) => ({
    body: async (maxBytes) => change(await request.body(maxBytes), bodyLimit),
  }));
}

/** A service that acts on the text of each body as `change` makes it. */
export function changingTexts(change: (text: string) => string): Create {
  return changingBodies((bytes) => {
    const text = Buffer.from(bytes).toString();
    return text === change(text) ? bytes : Buffer.from(change(text));
  });
}

/** A service whose responses are as `change` makes them. */
export function changingResponses(
  change: (response: LocationResponse, request: LocationRequest) => LocationResponse,
): Create {
  return around(async (handle, request) => change(await handle(request), request));
}

/** The service with changes to the texts of responses. */
export function changingResponseTexts(change: (text: string) => string): Create {
  return changingResponses((response) => {
    if (typeof response.body !== 'string' || response.body === '') return response;
    const { headers, body } = json(response.status, change(response.body));
    return { ...response, headers: { ...response.headers, ...headers }, body };
  });
}

/** A service that adds header fields to its responses, or to those that `concerns` picks. */
export function addingHeaders(
  headers: Record<string, string>,
  concerns: (response: LocationResponse, request: LocationRequest) => boolean = () => true,
): Create {
  return changingResponses((response, request) =>
    concerns(response, request) ? { ...response, headers: { ...response.headers, ...headers } } : response,
  );
}

/** A service whose responses to one method lack a header field. */
export function withoutHeader(name: string, method: string): Create {
  return changingResponses((response, request) => {
    const { [name]: _, ...headers } = response.headers;
    return request.method === method ? { ...response, headers } : response;
  });
}

/** Whether the method of a request writes a Location. */
export function isWrite({ method }: LocationRequest): boolean {
  return method === 'POST' || method === 'PUT';
}

/** The body of a request as text. */
export async function textOf(request: LocationRequest): Promise<string> {
  return Buffer.from(await request.body(1_000_000)).toString();
}

/** A response whose body is JSON text. */
export function json(status: number, body: string): LocationResponse {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return { status, headers, body };
}
