import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { checkHandler, errorResponse, segmentsBelow } from '@location-records/core/adapter-kit';
import type { MapPages } from './map/map-pages.ts';
import { type ConsoleOptions, checkOptions, type Settings } from './options.ts';
import { respondWithRecords } from './records/records.ts';
import { RequestFault } from './records/request-fault.ts';

/** Everything is below `/-`: two segments and more, where no identifier can be (D45). */
const folder = '-';

const allow = 'GET, HEAD, OPTIONS';

/** Responds to GET. */
type Read = (request: LocationRequest) => Promise<LocationResponse>;

/**
 * Creates a handler around the handler of a service. It serves `/-/records`, `/-/map` and `/-/tiles`, and
 * passes every other request to `handle` unchanged. Its only state is the cache for the map, which it can
 * rebuild.
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
    return read ? serve(request, settings, read) : handle(request);
  };
  return (request) => {
    const { target } = request;
    const path = (mayBeBelow.test(target) && segmentsBelow(target, base)) || [];
    const [name = ''] = path;
    if (name === 'map' || name.startsWith('tiles')) return serveMap(request, path);
    if (name !== 'records' || path.length > 1) return handle(request);
    return serve(request, settings, () => respondWithRecords(request, settings));
  };
}

/** A quick check: most requests are for the service, and parsing each target would be slow. */
const mayBeBelow = /[/\\]-[/\\]|%/;

async function serve(request: LocationRequest, settings: Settings, read: Read): Promise<LocationResponse> {
  switch (request.method) {
    case 'GET':
      return readSafely(request, settings, read);
    case 'HEAD':
      return withoutBody(await readSafely(request, settings, read));
    case 'OPTIONS': {
      const explanation = { clause: 'D13', reason: 'OPTIONS succeeds for every target' };
      return { status: 200, headers: { Allow: allow, 'Content-Length': '0' }, body: '', explanation };
    }
    default: {
      const explanation = { clause: 'D14', reason: 'this is only read' };
      const response = errorResponse(405, 'Method not allowed', explanation);
      return { ...response, headers: { ...response.headers, Allow: allow } };
    }
  }
}

async function readSafely(
  request: LocationRequest,
  settings: Settings,
  read: Read,
): Promise<LocationResponse> {
  try {
    return await read(request);
  } catch (error) {
    if (error instanceof RequestFault) {
      return errorResponse(error.status, error.message, { clause: 'D48', reason: error.reason });
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
