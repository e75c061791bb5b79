import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { errorResponse, segmentsBelow } from '@location-records/core/adapter-kit';
import { prefersHtml } from './accepted.ts';
import { compressed } from './compressed.ts';
import { PassedOnError, RequestFault } from './records/request-fault.ts';

/** Everything is below `/-`: two segments and more, where no identifier can be (D45). */
const folder = '-';

export type Respond = (request: LocationRequest) => Promise<LocationResponse>;

/** What lives at a path. */
export interface Resource {
  /** Responds to GET. */
  readonly read: Respond;
  /** Responds to POST. */
  readonly write?: Respond;
  /** Fields of the response to OPTIONS. */
  readonly options?: LocationResponse['headers'];
}

/** Finds what lives at a path below `/-`, given as its segments; `undefined` for an unknown route. */
type Section = (path: readonly string[]) => Promise<Resource | undefined> | Resource | undefined;

/** By the first segment behind `/-/`. A section without a template does not compile. */
const templates = {
  '': ['/-/'],
  records: ['/-/records'],
  map: ['/-/map', '/-/map/{file}'],
  tiles: ['/-/tiles/{z}/{x}/{y}.mvt'],
  'tiles.json': ['/-/tiles.json'],
  events: ['/-/events'],
  ogc: [
    '/-/ogc',
    '/-/ogc/conformance',
    '/-/ogc/collections',
    '/-/ogc/collections/records',
    '/-/ogc/collections/records/items',
    '/-/ogc/collections/records/items/{id}',
  ],
  'openapi.json': ['/-/openapi.json'],
  docs: ['/-/docs'],
} as const;

/**
 * Every route that `createConsole` and `createDoor` may serve beside the service, as a template of its path
 * below the service, such as `/-/tiles/{z}/{x}/{y}.mvt`: for rules of access and labels of metrics.
 */
export const consoleRoutes: readonly string[] = Object.values(templates).flat();

/** What lives below `/-`, by the first segment of the path. */
export type Sections = Readonly<Partial<Record<keyof typeof templates, Section>>>;

export interface RouteSettings {
  readonly baseSegments: readonly string[];
  readonly onError: (error: unknown, request: LocationRequest) => void;
}

/** Returns a section with one resource and nothing below it. */
export function single(resource: Resource): Section {
  return (path) => (path.length === 1 ? resource : undefined);
}

/** Serves sections below `/-`, and passes every other request to `handle` unchanged. */
export function routesBelow(handle: Handler, settings: RouteSettings, sections: Sections): Handler {
  const base = [...settings.baseSegments, folder];
  const respond = async (request: LocationRequest, path: readonly string[]) => {
    const [name = ''] = path;
    const section = Object.hasOwn(sections, name) ? sections[name as keyof Sections] : undefined;
    const resource = await section?.(path);
    const response = await (resource ? serve(request, settings, resource) : handle(request));
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (response.status !== 404 || !isRead || !prefersHtml(request)) return response;
    return (await import('./door/not-found.ts')).notFoundPage(request, response, path);
  };
  return (request) => {
    const { target } = request;
    const path = (mayBeBelow.test(target) && segmentsBelow(target, base)) || [];
    // The folder without a slash behind it is a record.
    return path.length === 0 ? handle(request) : respond(request, path);
  };
}

/** A quick check: most requests are for the service, and parsing each target would be slow. */
const mayBeBelow = /[/\\]-[/\\]|%/;

async function serve(
  request: LocationRequest,
  settings: RouteSettings,
  { read, write, options }: Resource,
): Promise<LocationResponse> {
  const allow = write ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS';
  switch (request.method) {
    case 'GET':
      return compressed(request, await respondSafely(request, settings, read));
    case 'HEAD':
      return withoutBody(await compressed(request, await respondSafely(request, settings, read)));
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
  settings: RouteSettings,
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
