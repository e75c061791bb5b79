const origin = /^[a-z][a-z\d+.-]*:[/\\]{2}[^/\\?#]*/i;
const queryOrFragment = /[?#].*$/s;
const singleDot = /^(?:\.|%2e)$/i;
const doubleDot = /^(?:\.|%2e){2}$/i;

/**
 * The segments of a request target's path, still percent-encoded: `['']` for the root, `['a']` for `/a`,
 * `['a', '']` for `/a/`. `undefined` when the target is not a path (`*`).
 *
 * Reads what a WHATWG URL parser would, so that a raw socket and a `Request` give the same answer: the origin
 * of an absolute-form target (RFC 9112 section 3.2.2), the query and the fragment are dropped, `\` is `/`, and
 * dot segments are removed, also as `%2e`.
 */
export function pathSegments(target: string): string[] | undefined {
  const path = withoutQuery(target.replace(origin, '')).replaceAll('\\', '/');
  if (path === '') return [''];
  return path.startsWith('/') ? removeDotSegments(path.slice(1).split('/')) : undefined;
}

/** A target without its query and its fragment. */
export function withoutQuery(target: string): string {
  return target.replace(queryOrFragment, '');
}

function removeDotSegments(segments: readonly string[]): string[] {
  const kept: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isDot = singleDot.test(segment);
    const isDoubleDot = doubleDot.test(segment);
    if (isDoubleDot) kept.pop();
    if (!isDot && !isDoubleDot) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return kept;
}

/** Decodes one segment as percent-encoded UTF-8; `undefined` when it is not (`%`, `%zz`, `%FF`). */
export function decodeSegment(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.isWellFormed() ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** The first part of a segment that {@link decodeSegment} cannot decode, or the whole where it is not an escape. */
export function badEscape(segment: string): string {
  const parts = segment.match(/%(?![\da-f]{2}).{0,2}|(?:%[\da-f]{2})+/gisu) ?? [];
  return parts.find((part) => decodeSegment(part) === undefined) ?? segment;
}
