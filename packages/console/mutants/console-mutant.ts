import {
  createHandler,
  type Handler,
  type HandlerOptions,
  type LocationRecord,
  type LocationRequest,
  type LocationResponse,
} from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import type { AreaStore, Box } from '@location-records/core/areas';
import { storeOver } from '@location-records/dev-kit';
import { createConsole } from '../src/index.ts';

/** Options of a service with a console. */
export interface ConsoleServiceOptions extends HandlerOptions {
  readonly store: AreaStore;
}

/** A console that breaks one rule. */
export interface ConsoleMutant {
  readonly id: string;
  /** What the console does wrong. The text follows "a console that". */
  readonly breaks: string;
  /** The case of the HTTP contract that must reject it. */
  readonly killedBy: string;
  readonly create: (options: ConsoleServiceOptions) => Handler;
}

type Create = ConsoleMutant['create'];

/** A correct service with a console, which may have another store than its service. */
export function consoleService(options: ConsoleServiceOptions, store = options.store): Handler {
  const { basePath, onError } = options;
  return createConsole(createHandler(options), { store, basePath, onError });
}

/** A console over a store with another `within`. */
export function withWithin(change: (store: AreaStore) => AreaStore['within']): Create {
  return (options) => {
    const { store } = options;
    return consoleService(options, {
      ...storeOver(store),
      guarantees: store.guarantees,
      within: change(store),
    });
  };
}

/** A console that asks for the boxes that `change` makes. */
export function changingBoxes(change: (box: Box) => Box): Create {
  return withWithin((store) => (box, options) => store.within(change(box), options));
}

/** A console that finds only some of the records in a box. */
export function findingOnly(
  isFound: (record: LocationRecord[1]['coordinates'], box: Box) => boolean,
): Create {
  return withWithin((store) => async (box, options) => {
    const { records, next } = await store.within(box, options);
    return { records: records.filter(([, { coordinates }]) => isFound(coordinates, box)), next };
  });
}

/** A console whose responses to requests below `/-/` are as `respond` makes them. */
export function around(
  respond: (handle: Handler, request: LocationRequest) => Promise<LocationResponse>,
): Create {
  return (options) => {
    const handle = consoleService(options);
    return (request) => (request.target.includes('/-/') ? respond(handle, request) : handle(request));
  };
}

/** A console that acts on the query of each request as `change` makes it. */
export function changingQueries(change: (query: string) => string): Create {
  return around((handle, request) => {
    const [path = '', query = ''] = request.target.split('?', 2);
    const changed = change(query);
    return handle(deriveRequest(request, { target: changed === '' ? path : `${path}?${changed}` }));
  });
}

/** A console that acts on one parameter as `change` makes its value; `undefined` stands for none. */
export function changingParameter(name: string, change: (value: string) => string | undefined): Create {
  return changingQueries((query) =>
    query
      .split('&')
      .flatMap((part) => {
        if (!part.startsWith(`${name}=`)) return part;
        const value = change(decodeURIComponent(part.slice(name.length + 1)));
        return value === undefined ? [] : `${name}=${value}`;
      })
      .join('&'),
  );
}

/** A console whose responses are as `change` makes them. */
export function changingResponses(
  change: (response: LocationResponse, request: LocationRequest) => LocationResponse,
): Create {
  return around(async (handle, request) => change(await handle(request), request));
}

/** A console whose successful responses in one format have the text that `change` makes. */
export function changingTexts(
  type: string,
  change: (text: string, request: LocationRequest) => string,
): Create {
  return around(async (handle, request) => {
    const response = await handle(request);
    if (response.headers['Content-Type'] !== type || response.status !== 200 || request.method !== 'GET') {
      return response;
    }
    return withText(response, change(await textOf(response), request));
  });
}

/** A FeatureCollection as JSON. */
export interface Collection {
  // biome-ignore lint/suspicious/noExplicitAny: a mutant makes anything of it.
  features: any[];
  links: { rel: string; type: string; href: string }[];
}

/** A console whose pages of GeoJSON are as `change` makes them. */
export function changingPages(change: (page: Collection, request: LocationRequest) => object): Create {
  return changingTexts('application/geo+json', (text, request) =>
    JSON.stringify(change(JSON.parse(text), request)),
  );
}

/** A console whose Features are as `change` makes them, on pages as well as on lines. */
// biome-ignore lint/suspicious/noExplicitAny: a mutant makes anything of it.
export function changingFeatures(change: (feature: any) => object): Create {
  return around(async (handle, request) => {
    const response = await handle(request);
    const type = response.headers['Content-Type'];
    if (response.status !== 200 || request.method !== 'GET') return response;
    const text = await textOf(response);
    if (type === 'application/x-ndjson') {
      const lines = text.trimEnd().split('\n').filter(Boolean);
      return withText(
        response,
        lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join(''),
      );
    }
    if (type !== 'application/geo+json') return withText(response, text);
    const page: Collection = JSON.parse(text);
    return withText(response, JSON.stringify({ ...page, features: page.features.map(change) }));
  });
}

/** A response with another text. */
export function withText(response: LocationResponse, text: string): LocationResponse {
  const headers = { ...response.headers, 'Content-Length': String(Buffer.byteLength(text)) };
  return { ...response, headers, body: text };
}

/** A response whose body is an Error object. */
export function problem(status: number, message: string): LocationResponse {
  const response = { status, headers: { 'Content-Type': 'application/json' }, body: '' };
  return withText(response, JSON.stringify({ error_message: message }));
}

async function textOf({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}
