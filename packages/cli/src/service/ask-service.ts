import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ServiceError } from '../errors.ts';
import { describeError } from '../output/describe-error.ts';

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

/** How many requests are sent to a service at a time, each on a connection that is kept. */
export const maxRequests = 64;

const kept = { keepAlive: true, maxSockets: maxRequests };
const protocols = {
  'http:': { send: requestHttp, agent: new Agent(kept) },
  'https:': { send: requestHttps, agent: new SecureAgent(kept) },
};

/**
 * Makes a request, and resolves to what `read` makes of the response. Redirects are not followed: a request
 * could go to another service, with the fields that are meant for this one. By node:http, which takes less
 * CPU time than `fetch`.
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
    throw new ServiceError(
      'SERVICE_UNREACHABLE',
      `The service at ${service.url} cannot be asked: ${describeProblem(error)}.`,
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
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeout);
  const ending = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    return await new Promise<Result>((resolve, reject) => {
      let hasResponse = false;
      const asked = send({
        ...options,
        method,
        headers: fieldsOf(service, request),
        agent: connection === 'kept' && agent,
        signal: ending,
      });
      asked
        .on('response', (response) => {
          hasResponse = true;
          read(response).then(resolve, reject);
        })
        .on('error', (error) => {
          const isStale = asked.reusedSocket && !hasResponse && isClosedConnection(error);
          reject(isStale ? staleConnection : error);
        })
        .end(body);
    });
  } catch (error) {
    throw late.signal.aborted ? new Error(`it did not respond within ${timeout} ms; see --timeout`) : error;
  } finally {
    clearTimeout(timer);
  }
}

function fieldsOf({ headers = [] }: Service, { accept, body }: ServiceRequest): Record<string, string> {
  const fields = new Headers([['Accept', accept], ...headers.map(([...field]) => field)]);
  if (body !== undefined) fields.set('Content-Type', 'application/json');
  return Object.fromEntries(fields);
}

const noTls = 'it does not speak TLS; write http:// instead of https://';
const noHttp = 'it does not respond with HTTP; correct the port, or write https:// instead of http://';

/** What the codes of a failed connection mean, and what to do. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the service, or correct the URL',
  ENOTFOUND: 'there is no such host; correct the URL',
  EAI_AGAIN: 'the name of the host cannot be looked up now; check the network',
  ETIMEDOUT: 'the host does not respond; check the network',
  EHOSTUNREACH: 'the host cannot be reached; check the network',
  ENETUNREACH: 'the network cannot be reached; check it',
  HPE_INVALID_CONSTANT: noHttp,
  HPE_INVALID_VERSION: noHttp,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; correct the URL',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clocks',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
};

const untrusted =
  'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS';

/** What is wrong with the connection to a service, and what to do, as the end of a sentence. */
export function describeProblem(error: unknown): string {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  // Node.js 20 has no code for this fault alone.
  if (code === 'EPROTO' && message.includes('wrong version number')) return noTls;
  if (isClosedConnection(error)) {
    // A server that expects the other scheme ends the connection; one that dies resets it, or breaks a
    // response off.
    const isEnded = /^(socket hang up|Client network socket disconnected)/.test(message);
    const advice = ' without a response; check the port, and whether it wants https:// or http://';
    return `it closed the connection${isEnded ? advice : ''}`;
  }
  const isTrust = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED/.test(code);
  const meaning = meanings[code] ?? (isTrust ? untrusted : undefined);
  return meaning === undefined ? describeError(error) : `${meaning} (${describeError(error)})`;
}

/** Whether the other end closed the connection. */
function isClosedConnection(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
