/**
 * Header fields by name, in lower case as adapters give them; the handler finds them in any case. Each value lists the
 * field's lines as they came, one element a line, so that a repeated field can be told from one whose value has a comma.
 * An absent field has no member.
 */
export type RequestHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The lines of a field, whose name is given in lower case; none where it is absent. Adapters give names in lower case;
 * others are looked for only where there is no such member, as in a request that was written by hand.
 */
export function fieldLines(headers: RequestHeaders, name: string): readonly string[] {
  return headers[name] ?? linesInAnyCase(headers, name);
}

function linesInAnyCase(headers: RequestHeaders, name: string): readonly string[] {
  return Object.keys(headers).flatMap((key) => (key.toLowerCase() === name ? (headers[key] ?? []) : []));
}

// A class to the compiler alone: it drops the members of classes where it spreads, and so refuses `{ ...request, target }`.
declare abstract class ComputedMembers {
  /** The header fields; adapters compute them when they are asked for. */
  get headers(): RequestHeaders;
  /**
   * Reads at most `maxBytes` bytes of the body, and fewer only where the body is shorter. The handler calls
   * it at most once, and only when every check before it has passed. It rejects when the body cannot be read
   * (the client went away); `handle` then rejects with the same error and has touched nothing.
   *
   * An adapter that reads from a connection gives each chunk to `hasEnough`, once and in order, and waits for no
   * more when it says so: more would change nothing. Where the whole body is at hand, there is no need to.
   */
  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array>;
}

/**
 * A request to the service as data: what an adapter makes of its host's request. An object with the members `method`,
 * `target`, `headers` and `body` is one. Adapters compute the last two when they are asked for, and have them from a
 * class, which a spread would leave behind: `deriveRequest(request, { target })` makes another request of one.
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
 * A request like another but for some members, for a handler around another one. What the other has beside the four,
 * such as the `message` of node:http, it has, too. Its body is that of the other, unless it is given one.
 *
 * @example
 * const handle: Handler = (request) => service(deriveRequest(request, { target: `/v1${request.target}` }));
 */
export function deriveRequest<Request extends LocationRequest>(
  request: Request,
  changes: Partial<LocationRequest>,
): Request {
  const { method = request.method, target = request.target, headers = request.headers, body } = changes;
  return { ...request, method, target, headers, body: body ?? request.body.bind(request) };
}
