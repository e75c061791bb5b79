import type { HandlerOptions } from '@location-records/core';

/** The options of a service that cases can require. */
export type ServiceOptions = Omit<HandlerOptions, 'store' | 'onError'>;

/** A request of a case. */
export interface CaseRequest {
  /** The method as it is sent, in any case. */
  readonly method: string;
  /** The raw request target. */
  readonly target: string;
  /** Header field lines in order. The host adds `Host` and the framing. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The body; a string is sent as UTF-8. Without it, the request has no body. */
  readonly body?: string | Uint8Array;
}

/** The status and the fields of a response as received. */
export interface CaseResponseHead {
  /** The status code. */
  readonly status: number;
  /** The values of a field by lower-case name, one element for each line. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
}

/** A response as received. */
export interface CaseResponse extends CaseResponseHead {
  /** The whole body, without its framing; empty when there is none. */
  readonly body: Uint8Array;
}

/** A connection on which a case controls every byte. Every call has a timeout, and rejects when it ends. */
export interface Connection {
  /**
   * Sends bytes unchanged, and a string as UTF-8. Resolves when the operating system has accepted them, or to
   * `false` when the connection is closed, so that they cannot arrive.
   */
  send(bytes: string | Uint8Array): Promise<boolean>;
  /**
   * Reads the next whole response, also an informational one (100). `method` is the method of its request: a
   * response to HEAD has no body. Rejects with a `ConnectionEndedError` when the connection ends first.
   */
  receive(method?: string): Promise<CaseResponse>;
  /** Reads the head of the next response, without its body. Rejects as `receive` does. */
  receiveHead(): Promise<CaseResponseHead>;
  /** Reads the body after the head that was read last. Rejects as `receive` does. */
  receiveBody(head: CaseResponseHead, method?: string): Promise<Uint8Array>;
  /** Resolves when the server has closed the connection, to the bytes received but not yet read. */
  closed(): Promise<Uint8Array>;
  /** Stops reading from the connection, as a slow reader does. */
  pause(): void;
  /** Goes on reading. */
  resume(): void;
  /** Ends the sending side (FIN). The server can still respond. */
  end(): void;
  /** Closes the connection at once. */
  destroy(): void;
}

/**
 * Makes the store fail, and returns the errors that the handler reported. The store may be in another
 * process.
 */
export interface Faults {
  /** The next call of this method of the store rejects with `error`. */
  fail(method: 'get' | 'put' | 'replace' | 'delete' | 'exchange', error: Error): Promise<void>;
  /**
   * The next list has `batches` batches of 100 made-up records of about 1 KiB each, and then fails with
   * `error`.
   */
  failList(batches: number, error: Error): Promise<void>;
  /** The errors passed to `onError` so far: the very objects passed to `fail` and `failList`. */
  reportedErrors(): Promise<readonly unknown[]>;
}

/** A running service, as a case uses it. */
export interface Service {
  /** Sends one request, and reads the whole response. Rejects when there is no whole response. */
  request(request: CaseRequest): Promise<CaseResponse>;
  /** Returns a new identifier of URL-safe characters. */
  freshId(): string;
  /** Opens a connection; only for cases that need `socket`. */
  connect(): Promise<Connection>;
  /** Only for cases that need `faults`. */
  readonly faults: Faults;
}

/** The connection ended before the whole response was received. */
export class ConnectionEndedError extends Error {
  override readonly name = 'ConnectionEndedError';
  readonly code = 'CONNECTION_ENDED';
}
