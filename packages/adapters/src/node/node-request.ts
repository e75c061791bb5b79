import type { IncomingMessage, ServerResponse } from 'node:http';
// Not the global ones, which a test may fake.
import { clearTimeout, setTimeout } from 'node:timers';
import type { LocationRequest, LocationResponse } from '@location-records/core';
import { BodyUsedError, RequestAbortedError } from '../errors.ts';

/** A request that came through node:http. */
export interface NodeLocationRequest extends LocationRequest {
  /** The message behind the request. Only the service may read its body. */
  readonly message: IncomingMessage;
}

/** A handler that may also look at the message of node:http, for example for a log. */
export type NodeHandler = (request: NodeLocationRequest) => Promise<LocationResponse>;

/** How many bytes of an unread body are dropped after the response to keep the connection usable (D22). */
const maxRest = 65_536;
/** How long the client may take to send them, in milliseconds. */
const maxRestTime = 500;

/** A request of node:http for the handler, and the only reader of its body. */
export class NodeRequest implements NodeLocationRequest {
  readonly message: IncomingMessage;
  readonly method: string;
  readonly target: string;
  readonly #response: ServerResponse;
  readonly #invite: (() => void) | undefined;
  #headers: LocationRequest['headers'] | undefined;
  #signal: AbortSignal | undefined;
  #bytesRead = 0;
  #isReading = false;
  /**
   * Ends a read under way. It is the `reject` of a promise itself: with a closure around it, V8 keeps the
   * garbage of earlier requests until a full collection.
   */
  #reject: ((cause: RequestAbortedError) => void) | undefined;
  #failure: unknown;

  /** @param invite asks the client for the body that it announced with `Expect: 100-continue`. */
  constructor(message: IncomingMessage, response: ServerResponse, invite?: (() => void) | undefined) {
    this.message = message;
    this.#response = response;
    this.method = message.method ?? '';
    this.target = message.url ?? '';
    this.#invite = invite;
  }

  /** Computed on access, since GET does not need them. */
  get headers(): LocationRequest['headers'] {
    this.#headers ??= headersOf(this.message);
    return this.#headers;
  }

  /** Made on access, since most responses are sent before a client can leave. */
  get signal(): AbortSignal {
    this.#signal ??= leavingSignal(this.message.socket, this.#response);
    return this.#signal;
  }

  /**
   * Rejects with a {@link RequestAbortedError} if the rest of the body cannot arrive, and with a
   * {@link BodyUsedError} if the body was read before.
   */
  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    const { message } = this;
    if (message.readableDidRead) return Promise.reject(new BodyUsedError());
    // An empty body was read to its end.
    if (message.readableEnded) return Promise.resolve(new Uint8Array());
    this.#invite?.();
    return new Promise((resolve, reject) => {
      // Nearly every body comes in one chunk.
      let first: Buffer | undefined;
      let chunks: Buffer[] | undefined;
      const take = (data: Buffer | string) => {
        // Text if the app called `setEncoding`.
        const chunk = typeof data === 'string' ? Buffer.from(data, message.readableEncoding ?? 'utf8') : data;
        if (first === undefined) first = chunk;
        else if (chunks === undefined) chunks = [first, chunk];
        else chunks.push(chunk);
        this.#bytesRead += chunk.length;
        if (this.#bytesRead < maxBytes && !hasEnough?.(chunk)) return;
        message.pause().off('data', take);
        finish();
      };
      const finish = () => {
        this.#isReading = false;
        const bytes = chunks ? Buffer.concat(chunks) : (first ?? Buffer.alloc(0));
        resolve(bytes.length > maxBytes ? bytes.subarray(0, maxBytes) : bytes);
      };
      if (message.destroyed || this.#failure) {
        return reject(new RequestAbortedError({ cause: this.#failure ?? message.errored }));
      }
      this.#reject = reject;
      this.#isReading = true;
      message.on('data', take).on('end', finish);
      // An app may have paused the message.
      if (message.readableFlowing === false) message.resume();
    });
  }

  /** How many bytes of the body have arrived, while the handler waits for it. */
  get bytesSoFar(): number | undefined {
    return this.#isReading ? this.#bytesRead : undefined;
  }

  /** Whether the rest of the body is known to be too long, or broken, before the response is sent. */
  get hasEndlessRest(): boolean {
    const announced = Number(this.message.headers['content-length']);
    return this.#failure !== undefined || announced - this.#bytesRead > maxRest;
  }

  /**
   * Reads and drops a small rest of the body. Resolves to whether the body has ended, so that the connection
   * can be used again. If it has not, the client gets the whole time to read its response, because closing a
   * connection with unread bytes resets it.
   */
  async dropRest(): Promise<boolean> {
    const { message } = this;
    if (this.#failure || message.destroyed) return false;
    let timer: NodeJS.Timeout | undefined;
    let bytes = 0;
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxRest) message.off('data', take).pause();
    };
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.#reject = reject;
        timer = setTimeout(resolve, maxRestTime, false);
        message
          .on('data', take)
          .on('end', () => resolve(true))
          .resume();
      });
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
      message.off('data', take).pause();
    }
  }

  /** Ends a read under way with this cause, since nothing more of the body can arrive. */
  breakOff(cause: unknown): void {
    if (this.message.readableEnded) return;
    this.#isReading = false;
    this.#failure = cause;
    this.#reject?.(new RequestAbortedError({ cause }));
  }
}

/**
 * Returns a signal that aborts when the connection or the response closes before the whole response is sent.
 * The response of a pipelined request does not close with the connection while an earlier one is being sent.
 */
function leavingSignal(socket: IncomingMessage['socket'] | undefined, response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    socket?.off?.('close', leave);
    response.off('close', leave);
    if (!response.writableFinished) leaving.abort(new RequestAbortedError());
  };
  if (socket?.destroyed || response.destroyed) leave();
  else {
    socket?.once?.('close', leave);
    response.once('close', leave);
  }
  return leaving.signal;
}

/** Makes objects without inherited members, faster than `Object.create(null)`. */
function Fields() {}
Fields.prototype = Object.create(null);
const FieldsOf = Fields as unknown as new () => Record<string, string[]>;

/**
 * Returns the header fields with one element per line, because `message.headers` has only the first line of
 * some repeated fields. What an app or a serverless platform writes there wins over what the client sent.
 */
function headersOf({ headers, rawHeaders = [] }: IncomingMessage): LocationRequest['headers'] {
  const fields = new FieldsOf();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    const lines = fields[name];
    // The app may have deleted the field.
    if (lines) lines.push(value);
    else if (headers[name] !== undefined) fields[name] = [value];
  }
  for (const name in headers) {
    const value = headers[name];
    const lines = fields[name];
    if (value === undefined || (lines && (value === lines[0] || value === lines.join(', ')))) continue;
    fields[name.toLowerCase()] = typeof value === 'string' ? [value] : value;
  }
  return fields;
}
