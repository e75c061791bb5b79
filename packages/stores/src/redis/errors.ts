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

/** A key of the prefix holds something that this service does not write. */
export class ForeignKey extends Error {
  override readonly name = 'ForeignKey';

  constructor(key: string, cause: unknown) {
    super(`the key ${JSON.stringify(key)} is another program's`, { cause });
  }
}

/**
 * A call of the store took longer than it may. `isSent` as in `ConnectionError`; `cause` is why it had to be tried
 * again, if it had to be.
 */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isSent = isSent;
  }
}

/** A write took effect on its server, but it is not certain that it is on as many replicas as it should. */
export class UnconfirmedWrite extends Error {
  override readonly name = 'UnconfirmedWrite';
}
