/** A case could not come to what it judges, and says nothing about it. `message` is the reason. */
export class NotJudgedError extends Error {
  override readonly name = 'NotJudgedError';
  readonly code = 'NOT_JUDGED';
}
