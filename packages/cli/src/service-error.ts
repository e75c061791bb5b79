/** A service that is to be asked does not answer: exit code 2. `message` is one line that says what to do. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: string;
  /** The call that had no answer, as a line for a shell. */
  readonly call: string | undefined;

  constructor(code: string, message: string, call?: string) {
    super(message);
    this.code = code;
    this.call = call;
  }
}
