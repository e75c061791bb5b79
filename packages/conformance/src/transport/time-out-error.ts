/** A server did not do something within the time that every wait is given. */
export class TimeOutError extends Error {
  override readonly name = 'TimeOutError';
  readonly code = 'TIMED_OUT';
}
