import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { checkHandler, errorResponse, segmentsBelow } from '@location-records/core/adapter-kit';
import { mediaTypes } from './bulk/media-types.ts';
import type { MapPages } from './map/map-pages.ts';
import { type ConsoleOptions, checkOptions, type Settings } from './options.ts';
import { respondWithRecords } from './records/records.ts';
import { PassedOnError, RequestFault } from './records/request-fault.ts';

/** Everything is below `/-`: two segments and more, where no identifier can be (D45). */
const folder = '-';

/** What lives at a path. */
interface Resource {
  /** Responds to GET. */
  readonly read: Respond;
  /** Responds to POST. */
  readonly write?: Respond;
  /** Fields of the response to OPTIONS. */
  readonly options?: LocationResponse['headers'];
}

type Respond = (request: LocationRequest) => Promise<LocationResponse>;

/**
 * Creates a handler around the handler of a service. It serves `/-/records`, `/-/map` and `/-/tiles`, and
 * passes every other request to `handle` unchanged. Its only state is the searches under way and the cache for
 * the map, which it can rebuild. When a client leaves during a search, the handler rejects with the reason of
 * `request.signal`.
 *
 * @example
 * const store = createAreaMemoryStore();
 * const handle = createConsole(createHandler({ store }), { store });
 *
 * @throws {InvalidArgumentError} when `handle` is not a handler.
 * @throws {OptionError} when an option is not valid or unknown.
 */
export function createConsole(handle: Handler, options: ConsoleOptions): Handler {
  checkHandler(handle);
  const settings = checkOptions(options);
  const base = [...settings.baseSegments, folder];
  let pages: MapPages | undefined;
  const serveMap = async (request: LocationRequest, path: readonly string[]) => {
    const { createMapPages } = await import('./map/map-pages.ts');
    pages ??= createMapPages(settings);
    const read = pages(path);
    return read ? serve(request, settings, { read }) : handle(request);
  };
  let bulk: Respond | undefined;
  const records: Resource = {
    read: (request) => respondWithRecords(request, settings),
    write: async (request) => {
      const { createBulk } = await import('./bulk/bulk.ts');
      bulk ??= createBulk(handle, settings);
      return bulk(request);
    },
    options: { 'Accept-Post': mediaTypes.join(', ') },
  };
  return (request) => {
    const { target } = request;
    const path = (mayBeBelow.test(target) && segmentsBelow(target, base)) || [];
    const [name = ''] = path;
    if (name === 'map' || name.startsWith('tiles')) return serveMap(request, path);
    if (name !== 'records' || path.length > 1) return handle(request);
    return serve(request, settings, records);
  };
}

/** A quick check: most requests are for the service, and parsing each target would be slow. */
const mayBeBelow = /[/\\]-[/\\]|%/;

async function serve(
  request: LocationRequest,
  settings: Settings,
  { read, write, options }: Resource,
): Promise<LocationResponse> {
  const allow = write ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
  switch (request.method) {
    case 'GET':
      return respondSafely(request, settings, read);
    case 'HEAD':
      return withoutBody(await respondSafely(request, settings, read));
    case 'OPTIONS': {
      const explanation = { clause: 'D13', reason: 'OPTIONS succeeds for every target' };
      return {
        status: 200,
        headers: { Allow: allow, ...options, 'Content-Length': '0' },
        body: '',
        explanation,
      };
    }
    case 'POST':
      if (write) return respondSafely(request, settings, write);
  }
  const explanation = { clause: 'D14', reason: `only ${allow}` };
  const response = errorResponse(405, 'Method not allowed', explanation);
  return { ...response, headers: { ...response.headers, Allow: allow } };
}

async function respondSafely(
  request: LocationRequest,
  settings: Settings,
  respond: Respond,
): Promise<LocationResponse> {
  try {
    return await respond(request);
  } catch (error) {
    if (error instanceof PassedOnError) throw error.cause;
    if (error instanceof RequestFault) {
      const { status, message, clause, reason, headers } = error;
      const response = errorResponse(status, message, { clause, reason });
      return { ...response, headers: { ...response.headers, ...headers } };
    }
    settings.onError(error, request);
    return errorResponse(500, 'Internal server error', { clause: 'D39', reason: 'the store failed' });
  }
}

/** The response to HEAD: the one to GET, without the body (D12). */
async function withoutBody(response: LocationResponse): Promise<LocationResponse> {
  if (typeof response.body !== 'string') await response.body.return?.();
  const { clause, reason } = response.explanation ?? {};
  return { ...response, body: '', explanation: { clause: 'D12', reason: `as GET (${clause}): ${reason}` } };
}
