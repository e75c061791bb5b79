import { InvalidArgumentError, type LocationRequest } from '@location-records/core';
import { findRoute, segmentsBelow } from '@location-records/core/adapter-kit';

/** Selects requests: those for which every given member holds. */
export interface RequestMatch {
  /** The method, or one of several. */
  readonly method?: string | readonly string[] | undefined;
  /**
   * The path below the base URL with its identifier decoded, such as `/café`, or `/` for the list. Each `*`
   * stands for any characters: `/*` is every path, `/tower-*` every identifier that begins with `tower-`.
   * With a `*`, at most 256 characters, so that no pattern takes long with any path.
   */
  readonly target?: string | undefined;
}

/** The parts of a request that a {@link RequestMatch} is compared with. */
export interface MatchedRequest {
  readonly method: string;
  /** The path below the base URL, with its identifier decoded. */
  readonly path: string;
}

/** The maximum length of a pattern with a `*`: the time of a comparison may grow with it and with the path. */
const maxPattern = 256;

/** Returns the path that `target` of a match is compared with, and the identifier in it. */
export function readTarget({ target }: Pick<LocationRequest, 'target'>, baseSegments: readonly string[]) {
  const route = findRoute(target, baseSegments);
  if (route.kind === 'record') return { path: `/${route.id}`, id: route.id };
  return { path: `/${segmentsBelow(target, baseSegments)?.join('/') ?? ''}`, id: undefined };
}

/**
 * Makes the test for a match.
 *
 * @param name of the argument, for the message.
 * @throws {InvalidArgumentError} if a member has another type.
 */
export function createRequestTest(
  name: string,
  { method = [], target = '*' }: RequestMatch,
): (request: MatchedRequest) => boolean {
  const methods: readonly unknown[] = Array.isArray(method) ? method : [method];
  const areMethods = methods.every((one) => typeof one === 'string' && /^[\w-]+$/.test(one));
  if (!areMethods) throw new InvalidArgumentError(`${name}.method`, 'a method, or an array of them');
  if (typeof target !== 'string' || !/^[/*]/.test(target)) {
    throw new InvalidArgumentError(`${name}.target`, 'a path such as "/home" or "/home-*"');
  }
  if (target.includes('*') && target.length > maxPattern) {
    throw new InvalidArgumentError(`${name}.target`, `at most ${maxPattern} characters with a "*"`);
  }
  const names = methods.map((one) => String(one).toUpperCase());
  return (request) =>
    (names.length === 0 || names.includes(request.method)) && matchesGlob(target, request.path);
}

/**
 * Whether a text fits a pattern in which each `*` stands for any characters. Takes linear time for each `*`.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, position);
    if (found === -1) return false;
    position = found + piece.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}
