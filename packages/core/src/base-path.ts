import { OptionError } from './errors.ts';
import { decodeSegment, pathSegments } from './path-segments.ts';

/**
 * The decoded segments of the option `basePath`; none for the root.
 *
 * @throws {OptionError} when it is no path under which a service could live.
 */
export function parseBasePath(basePath: string): readonly string[] {
  const expected = 'a path such as "/locations", without empty segments, query or bad escapes';
  if (typeof basePath !== 'string' || !/^\/[^?#]*$/.test(basePath))
    throw new OptionError('basePath', expected);
  const segments = pathSegments(basePath) ?? [];
  if (segments.at(-1) === '') segments.pop();
  return segments.map((segment) => {
    const decoded = decodeSegment(segment);
    if (!decoded) throw new OptionError('basePath', expected);
    return decoded;
  });
}

/** Whether the path of a request target begins with these segments, whatever escapes it is written with (D11). */
export function isBelowBasePath(target: string, baseSegments: readonly string[]): boolean {
  const segments = pathSegments(target);
  return segments !== undefined && beginsWith(segments, baseSegments);
}

/** Whether percent-encoded segments begin with these decoded ones. */
export function beginsWith(segments: readonly string[], baseSegments: readonly string[]): boolean {
  return baseSegments.every((base, index) => decodeSegment(segments[index] ?? '') === base);
}
