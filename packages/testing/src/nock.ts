/**
 * Connects a fake with nock 14 and 15.
 *
 * @module
 */
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Fake } from './fake.ts';

/** The members of nock that are used. */
type Nock<Scope extends NockScope> = (
  origin: string,
  options: { readonly allowUnmocked: boolean },
) => { persist(): Scope };

/** The members of a scope of nock that are used. */
interface NockScope {
  intercept(path: (path: string) => boolean, method: string): { reply(respond: never): unknown };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/**
 * Creates a scope of nock in which a fake responds to every request below its base URL. If a fault breaks the
 * connection, the client gets the error of the fake.
 *
 * nock 14 parses JSON bodies itself: a body that is not JSON fails there, before it reaches the fake.
 *
 * @example
 * createNockScope(nock, fake);
 */
export function createNockScope<Scope extends NockScope>(nock: Nock<Scope>, fake: Fake): Scope {
  const { origin } = new URL(fake.baseUrl);
  const scope = nock(origin, { allowUnmocked: true }).persist();
  const respond = async function (this: unknown, ...args: unknown[]) {
    const response = await fake.fetch(requestOf(this, args, origin));
    const body = response.body ? Readable.fromWeb(response.body as WebStream) : '';
    return [response.status, body, Object.fromEntries(response.headers)];
  };
  for (const method of methods) {
    scope.intercept((path) => fake.serves(origin + path), method).reply(respond as never);
  }
  return scope;
}

/**
 * nock 15 passes a `Request`; nock 14 a path and a parsed body, with the request of node:http as `this.req`.
 */
function requestOf(context: unknown, [first, body]: readonly unknown[], origin: string): Request {
  if (first instanceof Request) return first;
  const { req } = context as { req: { method: string; headers: Record<string, string> } };
  const isText = typeof body === 'string';
  return new Request(origin + String(first), {
    method: req.method,
    headers: new Headers(req.headers),
    ...(body !== '' && body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
}
