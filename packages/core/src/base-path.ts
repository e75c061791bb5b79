import { OptionError } from './option-error.ts';
import { decodeSegment, pathSegments } from './path-segments.ts';

/** The decoded segments of the option `basePath`; none for the root. */
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
