import { expect } from 'vitest';
import type { RecordCollection, RecordFeature } from '../../src/index.ts';

/** A service with a console, as clients see it. */
export interface ConsoleService {
  /** The URL of the service, without a slash at its end. */
  readonly url: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Makes the next search in the store fail. */
  readonly failOnce: (error: Error) => void;
  /** Makes the next write to the store fail. */
  readonly failWrite: (error: Error) => void;
  /** The errors that were reported so far. */
  readonly reported: readonly unknown[];
}

/** One rule of the decisions D48, D50 and D53. */
export interface ConsoleCase {
  readonly title: string;
  /**
   * Whether it needs a service of its own. The others share one. Each begins with the records of `places`.
   */
  readonly isAlone: boolean;
  readonly run: (service: ConsoleService) => Promise<void>;
}

/** Returns a case that only reads. */
export function reading(title: string, run: ConsoleCase['run']): ConsoleCase {
  return { title, isAlone: false, run };
}

/** Returns a case that writes, or makes the store fail. */
export function writing(title: string, run: ConsoleCase['run']): ConsoleCase {
  return { title, isAlone: true, run };
}

/** Returns the response to a request for a path of the service, such as `/-/map`. */
export function ask(
  service: ConsoleService,
  path: string,
  { method = 'GET', headers = {}, body }: RequestInit = {},
): Promise<Response> {
  return service.fetch(`${service.url}${path}`, { method, headers, body: body ?? null });
}

/** Returns the response to a query of `/-/records`. */
export function askFor(service: ConsoleService, query: string, accept?: string): Promise<Response> {
  return ask(service, `/-/records?${query}`, accept === undefined ? {} : { headers: { Accept: accept } });
}

/** Creates, replaces or deletes a record, which must succeed. */
export async function write(
  service: ConsoleService,
  method: 'POST' | 'PUT' | 'DELETE',
  id: string,
  [latitude, longitude]: readonly number[] = [],
  description?: string,
): Promise<void> {
  const content = JSON.stringify({ description, coordinates: { latitude, longitude } });
  const path = `/${encodeURIComponent(id)}`;
  const headers = { 'Content-Type': 'application/json' };
  const response = await ask(
    service,
    path,
    method === 'DELETE' ? { method } : { method, headers, body: content },
  );
  expect([response.status, await response.text()]).toEqual([200, '']);
}

/** The page of GeoJSON in a response, which must be one. */
export async function pageIn(response: Response): Promise<RecordCollection> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  const page = JSON.parse(text);
  expect(page).toMatchObject({ type: 'FeatureCollection', numberReturned: page.features.length });
  return page;
}

/** The target of the field `Link` with `rel="next"`, resolved as clients do (RFC 8288). */
export function nextUrl(response: Response, url: string): string | undefined {
  const [, reference] = /^<([^>]*)>; rel="next"$/.exec(response.headers.get('Link') ?? '') ?? [];
  return reference === undefined ? undefined : new URL(reference, url).href;
}

/** The pages of a query, each reached by the link of the one before. */
export async function* pagesOf(service: ConsoleService, query: string): AsyncGenerator<RecordFeature[]> {
  let url: string | undefined = `${service.url}/-/records?${query}`;
  for (let count = 0; url !== undefined; count++) {
    expect(count, `pages of ?${query}`).toBeLessThan(500);
    const response = await service.fetch(url);
    const { features, links } = await pageIn(response);
    yield [...features];
    const next = nextUrl(response, url);
    expect(links.map(({ rel, href }) => [rel, new URL(href, url).href])).toEqual(
      next ? [['next', next]] : [],
    );
    url = next;
  }
}

/** The identifiers on all pages of a query, in their order. */
export async function idsOf(service: ConsoleService, query: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const features of pagesOf(service, query)) ids.push(...features.map(({ id }) => id));
  return ids;
}

/** Expects an Error object with this status and, if it is given, this message. Returns the message. */
export async function expectError(response: Response, status: number, message?: string): Promise<string> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  const error = JSON.parse(text);
  expect(error).toEqual({ error_message: message ?? expect.any(String) });
  return error.error_message;
}
