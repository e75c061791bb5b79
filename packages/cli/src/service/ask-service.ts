import { StoreError } from '@location-records/core';
import type { HeaderField } from '../command-line/option-values.ts';
import { describeError } from '../output/describe-error.ts';
import { shorten } from '../output/printable-text.ts';

/** A running service, and how it is asked. */
export interface Service {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /** Fields for every request. */
  readonly headers?: readonly HeaderField[] | undefined;
  /**
   * How long a request and the whole of its response may take, in milliseconds. Of what is streamed, at
   * least {@link leastProgress} must come in each such time.
   */
  readonly timeout: number;
}

/** A request to a service. */
export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** What follows the base URL. */
  readonly path: string;
  /** The media type of the response that is wanted. */
  readonly accept: string;
  /** A JSON text. */
  readonly body?: string | undefined;
  /**
   * Whether the response may be of any length, and take as long as it brings something.
   * @default false
   */
  readonly isStreamed?: boolean;
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** A response of a service. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it comes. To be read, up to its end or not. */
  readonly body: AsyncGenerator<Uint8Array, undefined>;
}

/** How many requests are sent to a service at a time. */
export const maxRequests = 64;

/** How much of what is streamed must come in each `timeout`, in bytes. */
const leastProgress = 2 ** 16;

/**
 * Makes a request. Redirects are not followed: they could lead to another service, with the fields that are
 * meant for this one.
 *
 * @throws {StoreError} (rejects) `STORE_UNAVAILABLE` when the service does not respond in time, also while
 * the body is read.
 * @throws the reason of the signal (rejects).
 */
export async function askService(
  { url, headers = [], timeout }: Service,
  { method = 'GET', path, accept, body, isStreamed = false, signal }: ServiceRequest,
): Promise<ServiceResponse> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const abort = () => ending.abort();
  signal?.addEventListener('abort', abort, { once: true });
  const clock = new Clock(timeout, isStreamed, abort);
  const end = () => {
    clock.pause();
    signal?.removeEventListener('abort', abort);
  };

  let late = 'it did not respond';
  const fail = (error: unknown): never => {
    end();
    signal?.throwIfAborted();
    const problem = clock.isOver ? `${late} within ${timeout} ms; see --timeout` : describeProblem(error);
    // The cause of the end of time is only that it was ended.
    throw new StoreError('STORE_UNAVAILABLE', `The service at ${url} cannot be asked: ${problem}.`, {
      ...(!clock.isOver && { cause: error }),
    });
  };

  async function* read(stream: Response['body']): ServiceResponse['body'] {
    try {
      for await (const chunk of stream ?? []) {
        clock.pause(chunk.length);
        yield chunk;
        clock.run();
      }
    } catch (error) {
      fail(error);
    } finally {
      end();
    }
    return undefined;
  }

  const fields = new Headers([
    ['Accept', accept],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...headers,
  ] as [string, string][]);
  const init = { method, headers: fields, body, redirect: 'manual', signal: ending.signal } as const;
  clock.run();
  const response = await fetch(`${url}${path}`, init as RequestInit).catch(fail);
  late = isStreamed ? 'its response brought less than 64 KiB' : 'its response did not end';
  return { status: response.status, headers: response.headers, body: read(response.body) };
}

/** The time that is left to wait for a service. Streams get it anew each time they have brought enough. */
class Clock {
  /** Whether nothing is left. */
  isOver = false;
  readonly #time: number;
  readonly #isStreamed: boolean;
  readonly #onOver: () => void;
  #left: number;
  #brought = 0;
  #begin = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(time: number, isStreamed: boolean, onOver: () => void) {
    this.#time = this.#left = time;
    this.#isStreamed = isStreamed;
    this.#onOver = onOver;
  }

  run(): void {
    this.#begin = performance.now();
    const end = () => {
      this.isOver = true;
      this.#onOver();
    };
    this.#timer = setTimeout(end, Math.max(this.#left, 0)).unref();
  }

  /** Does not count the time until {@link run}, in which the reader of a stream is busy. */
  pause(brought = 0): void {
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#begin;
    this.#brought += brought;
    if (!this.#isStreamed || this.#brought < leastProgress) return;
    this.#brought = 0;
    this.#left = this.#time;
  }
}

/** What the codes of a failed connection mean, and what to do. */
const meanings: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/HEADERS_OVERFLOW/, 'the head of its response is too long; check the port, and what is in front of it'],
  [/ECONNREFUSED/, 'nothing listens there; start the service, or correct the URL'],
  [/ENOTFOUND|EAI_AGAIN/, 'the name of the host is not known; correct the URL, or check the network'],
  [/ETIMEDOUT|TIMEOUT|UNREACH/, 'the host does not respond; check the network'],
  [
    /CERT|SELF_SIGNED/,
    'its certificate is not accepted; name its authority in the environment variable NODE_EXTRA_CA_CERTS',
  ],
  [/EPROTO|ERR_SSL/, 'it does not speak TLS; write http:// instead of https://'],
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET/,
    'the connection broke; see whether the service still runs, and check http:// or https://',
  ],
  [/HPE_|UND_ERR/, 'it does not respond with HTTP; check the port, and http:// or https://'],
];

/** Describes what is wrong with the connection to a service, and what to do, as the end of a sentence. */
function describeProblem(error: unknown): string {
  // `fetch` rejects with a TypeError.
  const { cause = error } = error as Error;
  const code = String((cause as NodeJS.ErrnoException).code);
  const reason = shorten(describeError(cause), 200).replace(/\.$/, '');
  const meaning = meanings.find(([pattern]) => pattern.test(code))?.[1];
  return meaning === undefined ? reason : `${meaning} (${reason})`;
}
