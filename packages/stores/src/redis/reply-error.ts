/**
 * What a server said no with. Its first word tells the kind; where a script failed, older servers hide that word in
 * the middle of the line.
 */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  /** `MOVED`, `LOADING`, `WRONGTYPE`, …; `ERR` for anything that has no word of its own. */
  readonly word: string;

  constructor(cause: Error) {
    super(cause.message, { cause });
    const first = /^([A-Z]+) /.exec(this.message)?.[1] ?? 'ERR';
    const inner = first === 'ERR' ? /\bscript\b.*?[:-] ?-?([A-Z]{3,}) /.exec(this.message)?.[1] : undefined;
    this.word = inner ?? first;
  }
}
