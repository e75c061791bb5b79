/**
 * A connection could not be made, or was lost. `isSent` tells whether the command may have reached the server, so that
 * nobody knows whether it took effect.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isSent = isSent;
  }
}
