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
  /** The handler reads them for POST and PUT alone, so an adapter may compute them in a getter. */
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
}

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
  changes: Partial<Pick<LocationRequest, 'method' | 'target' | 'headers' | 'body'>>,
): Request {
  if (typeof request?.body !== 'function') throw new InvalidArgumentError('request', 'a LocationRequest');
  if (typeof changes !== 'object' || changes === null) {
    throw new InvalidArgumentError('changes', 'an object, such as { target }');
  }
  const { method = request.method, target = request.target, headers = request.headers, body } = changes;
  return { ...request, method, target, headers, body: body ?? request.body.bind(request) };
}
