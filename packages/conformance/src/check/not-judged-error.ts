/** A case could not get to its own rule, and so does not judge it. `message` is the reason. */
export class NotJudgedError extends Error {
  override readonly name = 'NotJudgedError';
  readonly code = 'NOT_JUDGED';
}
