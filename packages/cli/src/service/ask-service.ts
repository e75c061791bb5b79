import { StoreError } from '@location-records/core';
import type { HeaderField } from '../command-line/option-values.ts';
import { describeError } from '../output/describe-error.ts';

/** A running service, and how it is asked. */
export interface Service {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /** Fields for every request. */
  readonly headers?: readonly HeaderField[] | undefined;
  /** How long to wait for a response, and for each part of its body, in milliseconds. */
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
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined;
}

/** A response of a service. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it comes. To be read to its end, or ended with `return`. */
  readonly body: AsyncGenerator<Uint8Array, undefined>;
}

/** How many requests are sent to a service at a time. */
export const maxRequests = 64;

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
  { method = 'GET', path, accept, body, signal }: ServiceRequest,
): Promise<ServiceResponse> {
  const late = new AbortController();
  const wait = () => setTimeout(() => late.abort(), timeout).unref();
  let timer = wait();

  const fail = (error: unknown): never => {
    clearTimeout(timer);
    signal?.throwIfAborted();
    const problem = late.signal.aborted
      ? `it did not respond within ${timeout} ms; see --timeout`
      : describeProblem(error);
    throw new StoreError('STORE_UNAVAILABLE', `The service at ${url} cannot be asked: ${problem}.`, {
      cause: error,
    });
  };

  async function* read(stream: Response['body']): ServiceResponse['body'] {
    try {
      for await (const chunk of stream ?? []) {
        clearTimeout(timer);
        yield chunk;
        timer = wait();
      }
    } catch (error) {
      fail(error);
    } finally {
      clearTimeout(timer);
    }
    return undefined;
  }

  const fields = new Headers([
    ['Accept', accept],
    ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ...headers,
  ] as [string, string][]);
  const ending = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
  const init = { method, headers: fields, body, redirect: 'manual', signal: ending } as const;
  const response = await fetch(`${url}${path}`, init as RequestInit).catch(fail);
  return { status: response.status, headers: response.headers, body: read(response.body) };
}

/** Reads the whole body of a response. */
export async function readText({ body }: Pick<ServiceResponse, 'body'>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** What the codes of a failed connection mean, and what to do. */
const meanings: readonly (readonly [code: RegExp, meaning: string])[] = [
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
  const reason = describeError(cause).replace(/\.$/, '');
  const meaning = meanings.find(([pattern]) => pattern.test(code))?.[1];
  return meaning === undefined ? reason : `${meaning} (${reason})`;
}
