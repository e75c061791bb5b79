import { ClientError, type ClientErrorCode, type ClientErrorDetails, invalid } from './errors.ts';
import type { ClientOptions } from './options.ts';

/** A request below the URL of the service. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How the message of a 404 begins that is about the record, and not about a wrong URL (SPEC section 7). */
  readonly absent?: string | undefined;
}

/** A response with the status 200. */
export interface Reply {
  readonly headers: Headers;
  /** The body as text, as it comes. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Makes something of a response; `undefined` stands for an absent record. An error that it throws says that the
 * response is not one of a service.
 */
type Read<T> = (reply: Reply | undefined) => AsyncIterable<T>;

/** What passes: no response at all, and these statuses. */
const passing: readonly unknown[] = [undefined, 408, 429, 502, 503, 504];
/** The longest pause that `Retry-After` is granted, in milliseconds. */
const maxPause = 60_000;

/** Sends requests, and repeats them as the options say. */
export interface Sender {
  /** Refuses further requests, and ends the reads under way. */
  close(): void;
  /**
   * Sends a request, and yields what `read` makes of the response. A failure before the first value is repeated if it
   * may be.
   *
   * @param callOf checks the arguments of the caller, and returns the request.
   * @throws {ClientError} when the request fails for good.
   * @throws the reason of the signal, as soon as it is aborted.
   */
  send<T>(callOf: () => Call, read: Read<T>): AsyncGenerator<T, undefined>;
}

/** @throws {ClientError} `INVALID_ARGUMENT` about an option that cannot work or is unknown. */
export function createSender({
  url,
  fetch: ownFetch,
  token,
  headers,
  timeout = 30_000,
  retries = 3,
  retryWrites,
  ...others
}: ClientOptions): Sender {
  const [unknown] = Object.keys(others);
  if (unknown) throw invalid(unknown, 'a known option');
  const base = `${url}`.replace(/\/+$/, '');
  // The message does not repeat the URL, which may hold a password.
  if (!/^https?:\/\/[^\s@?#]+$/.test(base)) {
    throw invalid('url', 'an http(s) URL without user and query');
  }
  if (!(timeout < 2 ** 31)) throw invalid('timeout', 'a number below 2 ** 31');
  fieldsOf();
  /** The reads under way. */
  const reads = new Set<AbortController>();
  let closed: ClientError | undefined;

  /** @throws {ClientError} `INVALID_ARGUMENT` about fields that cannot be sent. */
  function fieldsOf(own?: Call['fields']): Headers {
    try {
      return new Headers({ ...headers, ...(token && { Authorization: `Bearer ${token}` }), ...own });
    } catch {
      throw invalid('headers', 'fields');
    }
  }

  function close(): void {
    closed ??= new ClientError('STORE_CLOSED', 'The client is closed.');
    for (const stop of reads) stop.abort(closed);
  }

  async function* send<T>(callOf: () => Call, read: Read<T>): AsyncGenerator<T, undefined> {
    // A closed client refuses everything, even wrong values.
    if (closed) throw closed;
    const call = callOf();
    const fields = fieldsOf(call.fields);
    call.signal?.throwIfAborted();
    const isRead = call.method === 'GET';
    const stop = new AbortController();
    const { signal } = stop;
    const onAbort = () => stop.abort(call.signal?.reason);
    if (isRead) reads.add(stop);
    call.signal?.addEventListener('abort', onAbort, { signal });
    try {
      for (let attempt = 0; ; attempt++) {
        let mayRetry = attempt < retries && (isRead || retryWrites);
        try {
          for await (const value of read(await ask(call, fields, signal))) {
            mayRetry = false;
            yield value;
            signal.throwIfAborted();
          }
          return;
        } catch (thrown) {
          signal.throwIfAborted();
          const error = thrown as ClientError;
          // The errors of `ask` know their request.
          const failure = error.request ? error : failed(call, 'STORE_UNSUITABLE', error, { status: 200 });
          const pause = pauseAfter(failure, attempt);
          if (!mayRetry || !passing.includes(failure.status) || pause > maxPause) throw failure;
          await wait(pause, signal);
        }
      }
    } finally {
      reads.delete(stop);
      // Releases the connections of responses that came too late, or were not read to their ends, and the listener.
      stop.abort();
    }
  }

  /** Makes one attempt. Resolves to `undefined` if the record is absent. */
  async function ask(call: Call, fields: Headers, signal: AbortSignal): Promise<Reply | undefined> {
    /** Waits for the service. What fails here, and not in the code that reads, is the connection. */
    const inTime = <R>(promise: Promise<R>): Promise<R> => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        if (timeout) timer = setTimeout(reject, timeout, new Error(`no response within ${timeout} ms`));
      });
      return Promise.race([promise, late])
        .catch((error) => {
          throw failed(call, 'STORE_UNAVAILABLE', error);
        })
        .finally(() => clearTimeout(timer));
    };
    const { method, path, body, absent } = call;
    const response = await inTime(
      // The global one is looked up with each request, because tests and tools replace it.
      (ownFetch ?? fetch)(base + path, {
        method,
        headers: fields,
        // The fields of the caller are for this service alone, and a redirected POST may become a GET.
        redirect: 'manual',
        signal,
        body: body as string,
      }),
    );
    const { status, headers } = response;
    const pieces = piecesOf(response, inTime);
    if (status === 200) return { headers, pieces };
    const text = await textOf(pieces);
    if (status === 404 && absent && text.includes(`"${absent} not found: `)) return undefined;
    // On one line, and without what a terminal would obey.
    const shown = `${status} ${text.slice(0, 200)}`.replace(/[\p{C}\s]+/gu, ' ');
    throw failed(call, codeOf(status), shown, { status, headers, body: text });
  }

  function failed(
    { method, path }: Call,
    code: ClientErrorCode,
    cause: unknown,
    details?: ClientErrorDetails,
  ): ClientError {
    const request = { method, url: base + path };
    const text = `${method} ${request.url}: ${(cause as Error).message ?? cause}`;
    return new ClientError(code, text, { request, cause, ...details });
  }

  return { close, send };
}

async function* piecesOf(
  { status, body }: Response,
  inTime: <R>(promise: Promise<R>) => Promise<R>,
): AsyncGenerator<string, undefined> {
  // What is wrong in the text of an error is only shown.
  const decoder = new TextDecoder('utf-8', { fatal: status === 200 });
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await inTime(reader.read());
      yield decoder.decode(value, { stream: !done });
      if (done) break;
    }
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** Resolves to the whole text. */
export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

function codeOf(status: number): ClientErrorCode {
  if (status === 412) return 'PRECONDITION_FAILED';
  if (status >= 500 || passing.includes(status)) return 'STORE_UNAVAILABLE';
  return status >= 400 ? 'REQUEST_REFUSED' : 'STORE_UNSUITABLE';
}

/** Returns how long to wait before the next attempt, in milliseconds. */
function pauseAfter({ headers }: ClientError, attempt: number): number {
  const after = headers?.get('Retry-After') ?? '';
  const seconds = Number(after);
  const asked = seconds >= 0 ? seconds * 1000 : Date.parse(after) - Date.now();
  // At random, so that many clients do not come back at once.
  return Math.max(asked || 0, Math.random() * 100 * 2 ** attempt);
}

/** @throws the reason of the signal (rejects), at once. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.onabort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
  });
}
