import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ServiceError } from '../errors.ts';
import { describeProblem, isClosedConnection } from './connection-problems.ts';

/** A running service, and how it is asked. */
export interface Service {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /** Fields for every request. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  /** How long to wait for it each time, in milliseconds. */
  readonly timeout: number;
}

/** A request to a service. It is idempotent: the service may get it twice. */
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

/** How many requests to a service are under way at a time, each on a connection that is kept. The others wait. */
export const maxRequests = 64;

const kept = { keepAlive: true, maxSockets: maxRequests };
const protocols = {
  'http:': { send: requestHttp, agent: new Agent(kept) },
  'https:': { send: requestHttps, agent: new SecureAgent(kept) },
};

/**
 * Makes a request, and resolves to what `read` makes of the response. Redirects are not followed: a request could go to
 * another service, with the fields that are meant for this one. By node:http: `fetch` takes four times the CPU time.
 *
 * @throws {ServiceError} (as a rejection) when the service does not respond in time, or `read` fails.
 * @throws (as a rejection) the reason of the signal.
 */
export async function askService<Result>(
  service: Service,
  request: ServiceRequest,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  try {
    return await ask(service, request, read, 'kept').catch((error) => {
      if (error !== staleConnection) throw error;
      return ask(service, request, read, 'new');
    });
  } catch (error) {
    request.signal?.throwIfAborted();
    const problem = describeProblem(error);
    throw new ServiceError(
      'SERVICE_UNREACHABLE',
      `The service at ${service.url} cannot be asked: ${problem}.`,
    );
  }
}

/** The service closed a kept connection, as it may at any time, just when the request was sent. */
const staleConnection = new Error('A kept connection was closed.');

async function ask<Result>(
  service: Service,
  request: ServiceRequest,
  read: (response: IncomingMessage) => Promise<Result>,
  connection: 'kept' | 'new',
): Promise<Result> {
  const { timeout } = service;
  const { method = 'GET', path, body, signal } = request;
  signal?.throwIfAborted();
  const options = urlToHttpOptions(new URL(`${service.url}${path}`));
  const { send, agent } = protocols[options.protocol as keyof typeof protocols];
  const headers = fieldsOf(service, request);
  const asked = send({ ...options, method, headers, agent: connection === 'kept' && agent });
  let end = () => {};
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Result>((resolve, reject) => {
      let hasResponse = false;
      const fail = (error: unknown) => {
        reject(error);
        asked.destroy();
      };
      end = () => fail(signal?.reason);
      signal?.addEventListener('abort', end);
      asked
        // The request has waited for a connection until now.
        .on('socket', () => {
          timer = setTimeout(() => fail(late(timeout)), timeout);
        })
        .on('response', (response) => {
          hasResponse = true;
          const encoding = response.headers['content-encoding'] ?? 'identity';
          if (encoding === 'identity') read(response).then(resolve, reject);
          else fail(new Error(`it compressed its response (${encoding}), which it was asked not to`));
        })
        .on('error', (error) => {
          const isStale = asked.reusedSocket && !hasResponse && isClosedConnection(error);
          reject(isStale ? staleConnection : error);
        })
        .end(body);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

function late(timeout: number): Error {
  return new Error(`it did not respond within ${timeout} ms; see --timeout`);
}

function fieldsOf({ headers = [] }: Service, { accept, body }: ServiceRequest): Record<string, string> {
  const fields = new Headers([['Accept', accept], ...headers.map(([...field]) => field)]);
  fields.set('Accept-Encoding', 'identity');
  if (body !== undefined) fields.set('Content-Type', 'application/json');
  return Object.fromEntries(fields);
}
