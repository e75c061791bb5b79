import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { checkHandler, errorResponse, findRoute } from '@location-records/core/adapter-kit';
import { type ConsoleOptions, checkOptions, type Settings } from './options.ts';
import { respondWithRecords } from './records/records.ts';
import { RequestFault } from './records/request-fault.ts';

/** The records are at `/-/records` below the service: two segments, where no identifier can be (D45). */
const [folder, recordsName] = ['-', 'records'] as const;

const allow = 'GET, HEAD, OPTIONS';

/**
 * Makes a handler around the handler of a service: it serves what lives under `/-/…` itself, which is `/-/records`, and
 * gives every other request to `handle` unchanged. It has no state of its own.
 *
 * @example
 * const store = createAreaMemoryStore();
 * const handle = createConsole(createHandler({ store }), { store });
 *
 * @throws {InvalidArgumentError} when `handle` is not a handler.
 * @throws {OptionError} when an option cannot work or is not known.
 */
export function createConsole(handle: Handler, options: ConsoleOptions): Handler {
  checkHandler(handle);
  const settings = checkOptions(options);
  const segments = [...settings.baseSegments, folder];
  return (request) => {
    const name = /^\/-\/map(?:\/([^?]*))?(?:\?.*)?$/.exec(request.target);
    if (name) return import('./map/map.ts').then(({ respondWithMap }) => respondWithMap(request, name[1]));
    return isFor(request, segments) ? serveRecords(request, settings) : handle(request);
  };
}

/** Most targets are of other requests, and reading them all would double the time of a GET (memory store). */
const mayBeRecords = /records|%/;

function isFor({ target }: LocationRequest, segments: readonly string[]): boolean {
  if (!mayBeRecords.test(target)) return false;
  const route = findRoute(target, segments);
  return route.kind === 'record' && route.id === recordsName;
}

async function serveRecords(request: LocationRequest, settings: Settings): Promise<LocationResponse> {
  switch (request.method) {
    case 'GET':
      return readRecords(request, settings);
    case 'HEAD':
      return withoutBody(await readRecords(request, settings));
    case 'OPTIONS': {
      const explanation = { clause: 'D13', reason: 'OPTIONS succeeds for every target' };
      return { status: 200, headers: { Allow: allow, 'Content-Length': '0' }, body: '', explanation };
    }
    default: {
      const explanation = { clause: 'D14', reason: 'records are only read here' };
      const response = errorResponse(405, 'Method not allowed', explanation);
      return { ...response, headers: { ...response.headers, Allow: allow } };
    }
  }
}

async function readRecords(request: LocationRequest, settings: Settings): Promise<LocationResponse> {
  try {
    return await respondWithRecords(request, settings);
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
