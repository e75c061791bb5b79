import { because, type Explanation, quote } from './explanation.ts';

/**
 * One media type: type and subtype, then parameters, which may be malformed. A comma is a second value joined to the
 * first, except in a quoted string that ends. `Headers` joins repeated lines with a comma and a space, also where the
 * first one has an open quote, so these two are wrong even there. Nothing can be matched in two ways: no long header
 * takes long.
 */
const json =
  /^(?!.*, )[\t ]*application\/json[\t ]*(?:;(?:[^",]|"(?:[^"\\]|\\.)*"|"(?:[^"\\,]|\\[^,])*\\?$)*)?$/is;

/** Why the lines of a `Content-Type` field do not say exactly `application/json` (SPEC 4.5.1), if they do not. */
export function refuseContentType(lines: readonly string[]): Explanation | undefined {
  const [line] = lines;
  if (line === undefined) return because('SPEC 4.5.1', 'content type missing');
  if (lines.length > 1) return because('D16', `content type repeated (${lines.length} lines)`);
  if (line === 'application/json' || json.test(line)) return undefined;
  return because('SPEC 4.5.1', `content type ${quote(line)}`);
}
