/** How long the body of a request is, as its fields tell. */
export interface Framing {
  readonly kind: 'length' | 'chunks' | 'unknown';
  /** In bytes; 0 unless the kind is `length`. */
  readonly length: number;
}

/** The framing by field lines (RFC 9112 section 6.3), where everything that is in doubt is unknown. */
export function framingOf(lines: readonly string[]): Framing {
  const framing = lines.filter((line) => /^(content-length|transfer-encoding)[ \t]*:/i.test(line));
  const [only, ...more] = framing.map((line) => line.toLowerCase().replaceAll(/[ \t]/g, ''));
  if (only === undefined) return { kind: 'length', length: 0 };
  const [, length] = /^content-length:(\d{1,15})$/.exec(only) ?? [];
  if (more.length > 0) return { kind: 'unknown', length: 0 };
  if (length !== undefined) return { kind: 'length', length: Number(length) };
  return { kind: only === 'transfer-encoding:chunked' ? 'chunks' : 'unknown', length: 0 };
}

/** The length of a chunk by the line before it (RFC 9112 section 7.1); `undefined` where that is none. */
export function chunkLength(line: string): number | undefined {
  const [, size] = /^([\da-f]{1,12})[ \t]*(;.*)?$/i.exec(line) ?? [];
  return size === undefined ? undefined : Number.parseInt(size, 16);
}
