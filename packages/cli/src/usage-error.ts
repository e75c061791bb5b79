/** The command was not used as its help says: exit code 2. `message` is one line, and `hint` the next. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
