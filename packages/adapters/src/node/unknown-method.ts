import type { LocationRequest } from '@location-records/core';

/** What node:http says of bytes that it cannot parse. */
export interface ParseError extends NodeJS.ErrnoException {
  /** The bytes that came last, those of earlier requests among them. */
  readonly rawPacket?: Buffer;
  /** How many of them were understood. */
  readonly bytesParsed?: number;
}

const lineFeed = 0x0a;
/** A request line with any token as its method (RFC 9112 section 3, RFC 9110 section 5.6.2). */
const requestLine = /^([\w!#$%&'*+.^`|~-]+) ([!-~]+) HTTP\/1\.[01]\r?\n/;

/**
 * The request that the parser gave up, where it stumbled over nothing but a method that it does not know, in a whole
 * request line. What comes behind that line was not read, and nobody needs it to refuse a method.
 */
export function unknownMethodRequest({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParseError): LocationRequest | undefined {
  if (code !== 'HPE_INVALID_METHOD' || rawPacket === undefined) return undefined;
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf(lineFeed, bytesParsed - 1) + 1;
  const [line, method = '', target = ''] = requestLine.exec(rawPacket.toString('latin1', start)) ?? [];
  if (line === undefined) return undefined;
  return { method, target, headers: {}, body: async () => new Uint8Array() };
}
