/** A fake got other requests than expected. The message has a line for each request. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly code = 'JOURNAL_MISMATCH';

  constructor(expected: string, arrived: readonly string[]) {
    const requests =
      arrived.length === 0 ? ' no request' : `\n${arrived.map((line) => `  ${line}`).join('\n')}`;
    super(`Expected ${expected}, but this has arrived:${requests}`);
  }
}
