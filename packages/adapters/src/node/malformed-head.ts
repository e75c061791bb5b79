/** The error of node:http for bytes that it cannot parse. */
export interface ParseError extends NodeJS.ErrnoException {
  /** The last bytes that arrived. They may begin with earlier requests. */
  readonly rawPacket?: Buffer;
  /** How many of these bytes were parsed. */
  readonly bytesParsed?: number;
}

/** The head of a request that the parser could not read, as far as it is known. */
export interface MalformedHead {
  readonly method: string;
  readonly target: string;
  /** Names and values by turns, as in node:http. */
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

/**
 * The head of a request that the parser refused only because it does not know the method. The request line must be
 * whole. The head has the fields that arrived in the same piece as that line.
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
 * The request line of a malformed head, where it arrived in the same piece as the fault. A piece may have several
 * requests: it is the last request line before the fault.
 */
export function malformedRequestLine({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParseError): Pick<MalformedHead, 'method' | 'target'> | undefined {
  // Bytes that do not begin with a method are not HTTP.
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
  return lines.slice(0, end < 0 ? lines.length : end).flatMap(fieldOf);
}

/** The name and the value of a line, in linear time; nothing where it is not a field. */
function fieldOf(line: string): string[] {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0));
  const value = withoutBlanks(line.slice(colon + 1).replace(/\r$/, ''));
  return name === '' || /\s/.test(name) || value.includes('\r') ? [] : [name, value];
}

/** A value without the white space around it (RFC 9110 section 5.5), which `trim` would take for more. */
function withoutBlanks(text: string): string {
  const isBlank = (index: number) => text[index] === ' ' || text[index] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}
