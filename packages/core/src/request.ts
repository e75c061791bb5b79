import { InvalidArgumentError } from './errors.ts';

/**
 * Header fields by lower-case name. A value has one element per line of the field, so that a repeated field
 * differs from a value with a comma. An absent field has no member.
 */
export type RequestHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** A request to the service as plain data. An adapter builds it from the request of its host. */
export interface LocationRequest {
  /** The method as sent; methods are case-sensitive (RFC 9110 section 9.1). */
  readonly method: string;
  /**
   * The raw request target below the mount point, neither decoded nor normalised: `/caf%C3%A9?x`,
   * `http://host/a`, `*`, or an empty string for the mount point itself.
   */
  readonly target: string;
  /** The handler reads them for POST and PUT alone, unless the option `etags` is on, so an adapter may compute them in a getter. */
  readonly headers: RequestHeaders;
  /**
   * Reads at most `maxBytes` bytes of the body, and fewer only if the body is shorter. The handler calls it
   * at most once, after every earlier check has passed. It rejects if the body cannot be read, for example
   * because the client left; the handler then rejects with the same error, and nothing is stored (D25).
   *
   * An adapter that reads from a connection passes each chunk to `hasEnough`, once and in order, and stops as
   * soon as it returns true. An adapter that has the whole body need not call it.
   */
  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array>;
  /**
   * Aborts when the client leaves before it has the whole response, if the host can tell. A handler reads it
   * only when it begins long work, so an adapter may make it in a getter. If the work ends early, the handler
   * rejects with the reason of the signal. Writes of a body that has arrived are carried out all the same.
   */
  readonly signal?: AbortSignal | undefined;
}

/** The request that a derived one was made from. */
const origin = Symbol('origin');

/** What derived requests inherit: `signal` is not read before somebody asks for it. */
const derived = {
  get signal(): AbortSignal | undefined {
    return (this as unknown as { readonly [origin]: LocationRequest })[origin].signal;
  },
};

/**
 * Copies a request with some members changed, for a handler that wraps a handler. Unlike a spread, it works
 * for instances of classes.
 *
 * @throws {InvalidArgumentError} if `request` is not a request, or `changes` is not an object.
 *
 * @example
 * const handle: Handler = (request) => service(deriveRequest(request, { target: `/v1${request.target}` }));
 */
export function deriveRequest<Request extends LocationRequest>(
  request: Request,
  changes: Partial<Pick<LocationRequest, 'method' | 'target' | 'headers' | 'body' | 'signal'>>,
): Request {
  if (typeof request?.body !== 'function') throw new InvalidArgumentError('request', 'a LocationRequest');
  if (typeof changes !== 'object' || changes === null) {
    throw new InvalidArgumentError('changes', 'an object, such as { target }');
  }
  const { method = request.method, target = request.target, headers = request.headers, signal } = changes;
  const body = changes.body ?? request.body.bind(request);
  const own = signal && { signal };
  return { __proto__: derived, ...request, method, target, headers, body, ...own, [origin]: request };
}
