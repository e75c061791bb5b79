/** What node:http says of bytes that it cannot parse. */
export interface ParseError extends NodeJS.ErrnoException {
  /** The bytes that came last, those of earlier requests among them. */
  readonly rawPacket?: Buffer;
  /** How many of them were understood. */
  readonly bytesParsed?: number;
}

/** As much of the head of a request as can be told of one that the parser has given up. */
export interface MalformedHead {
  readonly method: string;
  readonly target: string;
  /** Names and values in turns, as node:http has them. */
  readonly rawHeaders: string[];
}

/** A request line with any token as its method (RFC 9112 section 3, RFC 9110 section 5.6.2). */
const requestLine = /^([\w!#$%&'*+.^`|~-]+) ([!-~]+) HTTP\/1\.[01]\r?$/;
/** A request line in which something else than the method is wrong. */
const malformedLine = /^([\w!#$%&'*+.^`|~-]+) (.*?)(?: HTTP\/\S*)?\r?$/;
const inTarget: ReadonlySet<string | undefined> = new Set([
  'HPE_INVALID_URL',
  'HPE_INVALID_VERSION',
  'HPE_INVALID_CONSTANT',
]);
const fieldLine = /^([^\s:]+):[ \t]*(.*?)[ \t]*\r?$/;

/**
 * The request that the parser gave up, where it stumbled over nothing but a method that it does not know, in a whole
 * request line. Of its fields there are those that came in the same piece as that line.
 */
export function unknownMethodHead({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParseError): MalformedHead | undefined {
  if (code !== 'HPE_INVALID_METHOD' || rawPacket === undefined) return undefined;
  const [line = '', ...lines] = rawPacket.toString('latin1', startOfLine(rawPacket, bytesParsed)).split('\n');
  const [, method, target] = requestLine.exec(line) ?? [];
  // A last line without its end may be half a field, or half a request line.
  if (method === undefined || target === undefined || lines.pop() === undefined) return undefined;
  return { method, target, rawHeaders: rawFields(lines) };
}

/**
 * The request line of a head that is malformed, where it came in the same piece as what is wrong with it: the last one
 * down to there, since a piece may have several requests.
 */
export function malformedRequestLine({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParseError): Pick<MalformedHead, 'method' | 'target'> | undefined {
  // What does not begin with a method is not HTTP.
  if (rawPacket === undefined || code === 'HPE_INVALID_METHOD') return undefined;
  const isInTarget = inTarget.has(code);
  const pattern = isInTarget ? malformedLine : requestLine;
  const lineFeed = rawPacket.indexOf('\n', bytesParsed);
  let end = lineFeed < 0 ? rawPacket.length : lineFeed;
  do {
    const start = startOfLine(rawPacket, end);
    const [, method, target] = pattern.exec(rawPacket.toString('latin1', start, end)) ?? [];
    if (method !== undefined && target !== undefined) return { method, target };
    end = start - 1;
  } while (end > 0 && !isInTarget);
  return undefined;
}

function startOfLine(bytes: Buffer, position: number): number {
  return position === 0 ? 0 : bytes.lastIndexOf('\n', position - 1) + 1;
}

/** The fields of a head down to the empty line. */
function rawFields(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => line === '' || line === '\r');
  return lines.slice(0, end < 0 ? lines.length : end).flatMap((line) => fieldLine.exec(line)?.slice(1) ?? []);
}
