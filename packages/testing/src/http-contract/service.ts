import type { HandlerOptions } from '@location-records/core';

/** Options of the service that cases ask for. */
export type ServiceOptions = Omit<HandlerOptions, 'store' | 'onError'>;

/** A request as a case writes it. */
export interface CaseRequest {
  readonly method: string;
  /** The raw request target. */
  readonly target: string;
  /** Header field lines in order, beside the framing and `Host`, which the host adds. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
}

/** An answer as it came. */
export interface CaseResponse {
  readonly status: number;
  /** The values of a field by lower-case name, one element a line. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

/** A connection of which a case controls every byte. */
export interface Connection {
  /** Sends bytes as they are; a string is sent as UTF-8. */
  send(bytes: string | Uint8Array): Promise<void>;
  /**
   * Reads the next whole response, informational ones (100) included. `method` is the one it answers, since
   * an answer to HEAD has no body. Rejects when the connection ends first.
   */
  receive(method?: string): Promise<CaseResponse>;
  /** Resolves when the server has closed the connection, to the bytes that came meanwhile and were no response. */
  closed(): Promise<Uint8Array>;
  /** Stops and resumes reading from the socket, to be a slow reader. */
  pause(): void;
  resume(): void;
  /** Says that no more bytes will come (FIN); the server can still answer. */
  end(): void;
  /** Goes away at once (RST). */
  destroy(): void;
}

/** Orders failures of the store, and tells what became of them. */
export interface Faults {
  /** The next call of this method of the store rejects with `error`. */
  fail(method: 'get' | 'put' | 'replace' | 'delete', error: Error): void;
  /** The next list fails with `error` after `batches` batches of 100 records each. */
  failList(batches: number, error: Error): void;
  /** What `onError` was told so far. */
  readonly reported: readonly unknown[];
}

/** A running service, as a case sees it. */
export interface Service {
  /** Sends one request and reads the whole answer. */
  request(request: CaseRequest): Promise<CaseResponse>;
  /** An identifier that nobody has used before, of URL-safe characters. */
  freshId(): string;
  /** Opens a connection; only for cases that need `socket`. */
  connect(): Promise<Connection>;
  /** Only for cases that need `faults`. */
  readonly faults: Faults;
}
