/** The message of an error, or of whatever was thrown, as the end of a sentence in one line. */
export function oneLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
