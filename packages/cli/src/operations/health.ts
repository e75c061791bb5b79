import type { Handler, LocationRequest, LocationResponse } from '@location-records/core';
import { errorResponse, parseBasePath, segmentsBelow } from '@location-records/core/adapter-kit';

/** The paths of the two probes below a service (D54). */
export const livePath = '/-/livez';
export const readyPath = '/-/readyz';

/** How long the store may take, and how long its answer counts, in milliseconds. */
const second = 1000;

/** A quick check: nearly all requests are for something else. */
const mayBeProbe = /livez|readyz|%/;

/**
 * The health of a process that serves, for load balancers and supervisors. It is alive while it responds, and
 * ready from the time its store is open until it begins to drain, as long as the store answers.
 */
export class Health {
  readonly #folder: readonly string[];
  #askStore: (() => Promise<unknown>) | undefined;
  #answer: Promise<string | undefined> | undefined;
  #isDraining = false;

  /** @param basePath that of the service. */
  constructor(basePath = '/') {
    this.#folder = [...parseBasePath(basePath), '-'];
  }

  /** Notes that the service is open. `ask` resolves when the store answers; it is called once a second at most. */
  open(ask: () => Promise<unknown>): void {
    this.#askStore = ask;
  }

  /** Ends the readiness, and closes each connection after its next response. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Serves the probes in front of a handler. */
  readonly layer = (handle: Handler): Handler => {
    const serve = async (request: LocationRequest) => {
      const response = (await this.respond(request)) ?? (await handle(request));
      return this.#isDraining ? withFields(response, { Connection: 'close' }) : response;
    };
    return (request) =>
      this.#isDraining || mayBeProbe.test(request.target) ? serve(request) : handle(request);
  };

  /** Responds to a probe. Resolves to `undefined` for every other request. */
  async respond({ method, target }: LocationRequest): Promise<LocationResponse | undefined> {
    const [name, ...rest] = segmentsBelow(target, this.#folder) ?? [];
    if (rest.length > 0 || (name !== 'livez' && name !== 'readyz')) return undefined;
    if (method === 'OPTIONS') return probeResponse('', { Allow: allow });
    if (method !== 'GET' && method !== 'HEAD') {
      return withFields(
        errorResponse(405, 'Method not allowed', { clause: 'D14', reason: `only ${allow}` }),
        {
          Allow: allow,
        },
      );
    }
    const problem = name === 'readyz' ? await this.#problem() : undefined;
    const response =
      problem === undefined
        ? probeResponse(JSON.stringify({ status: name === 'livez' ? 'live' : 'ready' }))
        : withFields(unavailable(problem), { 'Cache-Control': 'no-store', 'Retry-After': '1' });
    return method === 'HEAD' ? { ...response, body: '' } : response;
  }

  /** Resolves to why the service is not ready. */
  async #problem(): Promise<string | undefined> {
    if (this.#isDraining) return 'the service is stopping';
    const ask = this.#askStore;
    if (!ask) return 'the service is starting';
    this.#answer ??= this.#ask(ask);
    return this.#answer;
  }

  async #ask(ask: () => Promise<unknown>): Promise<string | undefined> {
    const { promise: late, timer } = timeLimit();
    try {
      return await Promise.race([ask().then(() => undefined), late]);
    } catch {
      return 'the store has failed';
    } finally {
      clearTimeout(timer);
      setTimeout(() => {
        this.#answer = undefined;
      }, second).unref();
    }
  }
}

const allow = 'GET, HEAD, OPTIONS';

function timeLimit() {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the store does not answer'), second).unref();
  });
  return { promise, timer };
}

function unavailable(reason: string): LocationResponse {
  return errorResponse(503, `Service unavailable: ${reason}`, { clause: 'D54', reason });
}

function withFields(response: LocationResponse, headers: LocationResponse['headers']): LocationResponse {
  return { ...response, headers: { ...response.headers, ...headers } };
}

function probeResponse(body: string, more: LocationResponse['headers'] = {}): LocationResponse {
  return {
    status: 200,
    headers: {
      ...(body !== '' && { 'Content-Type': 'application/json' }),
      'Content-Length': String(body.length),
      'Cache-Control': 'no-store',
      ...more,
    },
    body,
    explanation: { clause: 'D54', reason: 'a probe of the health' },
  };
}
