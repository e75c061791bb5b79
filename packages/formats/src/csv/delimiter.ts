const defaultDelimiters = [',', ';', '\t'];

/** The delimiter of a header line: the one that is there most often outside quotes. */
export function findDelimiter(headerLine: string): string {
  const bare = headerLine.replace(/"[^"]*"/g, '');
  const counts = defaultDelimiters.map((delimiter) => bare.split(delimiter).length);
  return defaultDelimiters[counts.indexOf(Math.max(...counts))] as string;
}

/**
 * The delimiter that a line in front of the header names: `sep=;`, which Excel writes and reads. `undefined` when the
 * line is another one.
 */
export function delimiterNamedBy(line: string): string | undefined {
  const [, , named] = /^("?)sep=([^"\r\n\ufffd])\1$/iu.exec(line) ?? [];
  return named;
}
