/** The records cannot be copied, or not to their end: exit code 1. `message` is one line that says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
}
