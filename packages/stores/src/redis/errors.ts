/**
 * A connection could not be made, or was lost. `isSent` tells whether the command may have reached the
 * server, so that its effect is unknown.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isSent = isSent;
  }
}

/**
 * An error reply of a server. Its first word tells the kind. For a failed script, older servers hide that
 * word in the middle of the line.
 */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  /** `MOVED`, `LOADING`, `WRONGTYPE`, …; `ERR` for errors without a word of their own. */
  readonly word: string;

  constructor(cause: Error) {
    super(cause.message, { cause });
    const first = /^([A-Z]+) /.exec(this.message)?.[1] ?? 'ERR';
    const inner = first === 'ERR' ? /\bscript\b.*?[:-] ?-?([A-Z]{3,}) /.exec(this.message)?.[1] : undefined;
    this.word = inner ?? first;
  }
}

/** A key of the prefix holds a value of another program. */
export class ForeignKey extends Error {
  override readonly name = 'ForeignKey';

  constructor(key: string, cause: unknown) {
    super(`the key ${JSON.stringify(key)} is another program's`, { cause });
  }
}

/**
 * A call of the store took longer than its timeout. `isSent` as in `ConnectionError`; `cause` is why it was
 * retried, if it was.
 */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isSent = isSent;
  }
}

/** A write took effect on its server, but too few replicas have confirmed it. */
export class UnconfirmedWrite extends Error {
  override readonly name = 'UnconfirmedWrite';
}
