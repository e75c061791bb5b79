/**
 * One media type: type and subtype, then parameters, which may be malformed. A comma outside quotes is a
 * second value joined to the first. No character can be matched in two ways, so no header takes long.
 */
const json = /^[\t ]*application\/json[\t ]*(?:;(?:[^",]|"(?:[^"\\]|\\.)*(?:"|\\?$))*)?$/is;

/** Whether the lines of a `Content-Type` field say exactly `application/json` (SPEC 4.5.1). */
export function isJson(lines: readonly string[] | undefined): boolean {
  if (lines?.length !== 1) return false;
  const [line = ''] = lines;
  return line === 'application/json' || json.test(line);
}
