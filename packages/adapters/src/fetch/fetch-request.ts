import type { LocationRequest, RequestHeaders } from '@location-records/core';
import { readBody } from './read-body.ts';

/** A `Request` as the handler wants it; what the handler does not ask for is not computed. */
export class FetchRequest implements LocationRequest {
  readonly method: string;
  readonly target: string;
  readonly #request: Request;
  #isBodyAsked = false;

  constructor(request: Request) {
    this.method = request.method;
    this.target = targetOf(request.url);
    this.#request = request;
  }

  /**
   * `Headers` has joined the lines of a repeated field with commas, so that each is one line here. That of happy-dom
   * keeps the case of names.
   */
  get headers(): RequestHeaders {
    const headers: Record<string, readonly string[]> = Object.create(null);
    for (const [name, value] of this.#request.headers) headers[name.toLowerCase()] = [value];
    return headers;
  }

  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    this.#isBodyAsked = true;
    return readBody(this.#request, maxBytes, hasEnough);
  }

  /** Leaves a body that nobody asked for to the runtime, which drops it or closes the connection. */
  giveUpBody(): void {
    if (!this.#isBodyAsked) this.#request.body?.cancel().catch(() => {});
  }
}

/** What follows the origin: `/a?x` of `http://host/a?x`. What a runtime has not normalised is left to the core. */
function targetOf(url: string): string {
  const origin = url.indexOf('://') + 3;
  const path = url.indexOf('/', origin);
  const query = url.indexOf('?', origin);
  return path === -1 || (query !== -1 && query < path) ? url : url.slice(path);
}
