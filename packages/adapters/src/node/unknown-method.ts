/** What node:http says of bytes that it cannot parse. */
export interface ParseError extends NodeJS.ErrnoException {
  /** The bytes that came last, those of earlier requests among them. */
  readonly rawPacket?: Buffer;
  /** How many of them were understood. */
  readonly bytesParsed?: number;
}

const lineFeed = 0x0a;
/** A request line with any token as its method (RFC 9112 section 3, RFC 9110 section 5.6.2). */
const requestLine = /^[\w!#$%&'*+.^`|~-]+ [!-~]+ HTTP\/1\.[01]\r?\n/;

/** Whether the parser stumbled over nothing but a method that it does not know, in a whole request line. */
export function isUnknownMethod({ rawPacket, bytesParsed = 0 }: ParseError): boolean {
  if (rawPacket === undefined) return false;
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf(lineFeed, bytesParsed - 1) + 1;
  return requestLine.test(rawPacket.toString('latin1', start));
}
