/** The service cannot start: exit code 1. `message` is one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code = 'START_FAILED';
}
