/** A request that cannot be served. The message is for the client. */
export class RequestFault extends Error {
  readonly status: 400 | 503;
  /** For the explanation: contains nothing that the client sent. */
  readonly reason: string;

  constructor(message: string, reason: string, status: 400 | 503 = 400) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

/** Creates the fault of a parameter; `expected` completes `The parameter "…" must …`. */
export function parameterFault(name: string, expected: string): RequestFault {
  return new RequestFault(`The parameter "${name}" must ${expected}.`, `wrong parameter "${name}"`);
}
