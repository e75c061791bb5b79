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

/** A request to a service. */
export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** What follows the base URL. */
  readonly path: string;
  /** The media type of the response that is wanted. */
  readonly accept: string;
  /** A JSON text. */
  readonly body?: string | undefined;
  /** Ends the request. */
  readonly signal: AbortSignal;
}

/**
 * Makes a request, and resolves to what `read` makes of the response. Redirects are not followed: a request could go to
 * another service, with the fields that are meant for this one.
 *
 * @throws {ServiceError} (as a rejection) when the service does not respond in time, or `read` fails.
 * @throws (as a rejection) the reason of the signal.
 */
export async function askService<Result>(
  { url, headers = [], timeout }: Service,
  { method = 'GET', path, accept, body, signal }: ServiceRequest,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort();
  }, timeout);
  try {
    const fields = new Headers([['Accept', accept], ...headers.map(([...field]) => field)]);
    if (body !== undefined) fields.set('Content-Type', 'application/json');
    const response = await fetch(`${url}${path}`, {
      method,
      headers: fields,
      redirect: 'manual',
      signal: ending.signal,
      ...(body !== undefined && { body }),
    });
    return await read(response);
  } catch (error) {
    signal.throwIfAborted();
    const problem = isLate ? `did not respond within ${timeout} ms; see --timeout` : describeError(error);
    throw new ServiceError('SERVICE_UNREACHABLE', `The service at ${url} cannot be asked: ${problem}.`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
