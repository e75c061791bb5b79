/** A request that cannot be served as it stands. The message is for the client. */
export class RequestFault extends Error {
  readonly status: 400 | 503;
  /** For the explanation: without anything that the client sent. */
  readonly reason: string;

  constructor(message: string, reason: string, status: 400 | 503 = 400) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** A parameter that the client sent has a value that cannot work; `expected` completes `The parameter "…" must …`. */
export function parameterFault(name: string, expected: string): RequestFault {
  return new RequestFault(`The parameter "${name}" must ${expected}.`, `wrong parameter "${name}"`);
}
