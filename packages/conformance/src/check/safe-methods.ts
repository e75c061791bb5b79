const safe = ['GET', 'HEAD', 'OPTIONS'] as const;

/** Whether a method changes nothing, whoever answers it (RFC 9110 section 9.2.1). */
export function isSafe(method: string): boolean {
  return safe.some((name) => name === method);
}

/** Whether what was sent of a request line so far can only become one of a safe method. */
export function canOnlyBeSafe(line: string): boolean {
  return safe.some((name) => `${name} `.startsWith(line.slice(0, name.length + 1)));
}
