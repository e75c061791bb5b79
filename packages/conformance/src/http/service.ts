import type { HandlerOptions } from '@location-records/core';
import type { ContractError } from '../contract-error.ts';

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

/** The status and the fields of a response as they came. */
export interface CaseResponseHead {
  readonly status: number;
  /** The values of a field by lower-case name, one element a line. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  /**
   * Takes a violation of a rule that is about all responses, so that the case goes on to its own rule. Without it such
   * a violation ends the case, as every other does.
   */
  readonly onViolation?: ((violation: ContractError) => void) | undefined;
}

/** A response as it came. */
export interface CaseResponse extends CaseResponseHead {
  readonly body: Uint8Array;
}

/** A connection of which a case controls every byte. All waits are bounded, and reject when the bound is reached. */
export interface Connection {
  /**
   * Sends bytes as they are; a string is sent as UTF-8. Resolves when the operating system has taken them; to
   * `false` when the connection is closed, so that they cannot arrive.
   */
  send(bytes: string | Uint8Array): Promise<boolean>;
  /**
   * Reads the next whole response, informational ones (100) included. `method` is the one it answers, since
   * a response to HEAD has no body. Rejects with a `ConnectionEndedError` when the connection ends first.
   */
  receive(method?: string): Promise<CaseResponse>;
  /** Reads the head of the next response, and leaves its body. Rejects as `receive` does. */
  receiveHead(): Promise<CaseResponseHead>;
  /** Reads the body that belongs to the head that was read last. Rejects as `receive` does. */
  receiveBody(head: CaseResponseHead, method?: string): Promise<Uint8Array>;
  /** Resolves when the server has closed the connection, to the bytes that came and were not read. */
  closed(): Promise<Uint8Array>;
  /** Stops reading from the connection, to be a slow reader. */
  pause(): void;
  /** Goes on reading. */
  resume(): void;
  /** Says that no more bytes will come (FIN); the server can still answer. */
  end(): void;
  /** Goes away at once. */
  destroy(): void;
}

/** Orders failures of the store, and reports what became of them. The store may be in another process. */
export interface Faults {
  /** The next call of this method of the store rejects with `error`. */
  fail(method: 'get' | 'put' | 'replace' | 'delete', error: Error): Promise<void>;
  /** The next list is `batches` batches of 100 made-up records of about 1 KiB each, then fails with `error`. */
  failList(batches: number, error: Error): Promise<void>;
  /** What `onError` was told so far: the very errors that were ordered. */
  reported(): Promise<readonly unknown[]>;
}

/** A running service, as a case sees it. */
export interface Service {
  /** Sends one request and reads the whole response. Rejects when there is no whole response. */
  request(request: CaseRequest): Promise<CaseResponse>;
  /** A new identifier, of URL-safe characters. */
  freshId(): string;
  /** Opens a connection; only for cases that need `socket`. */
  connect(): Promise<Connection>;
  /** Only for cases that need `faults`. */
  readonly faults: Faults;
}

/** The connection ended before the response that was waited for was whole. */
export class ConnectionEndedError extends Error {
  override readonly name = 'ConnectionEndedError';
  readonly code = 'CONNECTION_ENDED';
}
