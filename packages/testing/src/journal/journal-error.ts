/** A fake got other requests than expected. The message has a line for each request. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly code = 'JOURNAL_MISMATCH';

  constructor(expected: string, arrived: readonly string[]) {
    super(`Expected ${expected}, but this has arrived:${listLines(arrived)}`);
  }
}

/** The lines of a journal at the end of a message. */
export function listLines(lines: readonly string[]): string {
  return lines.length === 0 ? ' no request' : `\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
