import { InvalidArgumentError } from './errors.ts';

/**
 * Header fields by name: lower case in a request of an adapter; the handler finds them in any case. A value has one
 * element for each line of the field, so that a repeated field differs from one whose value has a comma. An absent
 * field has no member.
 */
export type RequestHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The lines of a field; none where it is absent. The name is given in lower case, as an adapter writes it. Other
 * spellings are searched only when there is no such member, as in a request written by hand.
 */
export function fieldLines(request: LocationRequest, name: string): readonly string[] {
  // Fields that the request has been given come before those of its class.
  if (request.fieldLines && !Object.hasOwn(request, 'headers')) return request.fieldLines(name);
  const { headers } = request;
  return headers[name] ?? linesInAnyCase(headers, name);
}

function linesInAnyCase(headers: RequestHeaders, name: string): readonly string[] {
  return Object.keys(headers).flatMap((key) => (key.toLowerCase() === name ? (headers[key] ?? []) : []));
}

// A class for the compiler only: it drops the members of a class in a spread, and so refuses `{ ...request, target }`.
declare abstract class ComputedMembers {
  /** The header fields; an adapter computes them on access. */
  get headers(): RequestHeaders;
  /**
   * The lines of one field, by its name in lower case; none where it is absent. A request need not have this method: an
   * adapter has it where it finds one field sooner than it makes `headers` of all. It does not count where the request
   * has `headers` as a property of its own, as each one of `deriveRequest` has.
   */
  fieldLines?(name: string): readonly string[];
  /**
   * Reads at most `maxBytes` bytes of the body, and fewer only when the body is shorter. The handler calls it at most
   * once, and only when every check before it has passed. It rejects when the body cannot be read, as when the client
   * has gone; `handle` then rejects with the same error and has touched nothing (D25).
   *
   * An adapter that reads from a connection passes each chunk to `hasEnough`, once and in order, and stops when that
   * returns true: more would change nothing. One that has the whole body need not call it.
   */
  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array>;
}

/**
 * A request to the service as data: what an adapter makes of its host's request. Any object with the members `method`,
 * `target`, `headers` and `body` is one. In a request of an adapter the last two belong to a class, so that a spread
 * loses them: `deriveRequest(request, { target })` keeps them.
 */
export interface LocationRequest extends ComputedMembers {
  /** The method as sent; methods are case-sensitive (RFC 9110 section 9.1). */
  readonly method: string;
  /**
   * The raw request target below the mount point, neither decoded nor normalised: `/caf%C3%A9?x`,
   * `http://host/a`, `*`, or an empty string for the mount point itself.
   */
  readonly target: string;
}

/**
 * Makes a request that differs from another in some members, for a handler around a handler. It keeps further members,
 * such as the `message` of node:http, and the body unless the changes have one.
 *
 * @throws {InvalidArgumentError} when `request` is not a request, or `changes` is not an object.
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
