import type { LogFormat } from '../service-options.ts';

/** The environment variable that tells a process that it is a worker of this command. */
export const workerMark = 'NODE_LOCATION_RECORDS_WORKER';

/** From a worker to the primary. The same channel carries the writes of a store that the primary writes for. */
export type WorkerMessage =
  /** It has loaded its modules, and waits to be started. */
  | { readonly kind: 'loaded' }
  /** It serves. */
  | { readonly kind: 'serving' }
  /** It cannot serve, and ends. The message is one line without passwords. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The response to `count`: how many of its requests are active. */
  | { readonly kind: 'active'; readonly requests: number }
  /** It has finished, and ends. */
  | { readonly kind: 'stopped'; readonly requestsCut: number };

/** From the primary to a worker. The other options of a worker are those of its command line, which is the same. */
export type WorkerOrder =
  | StartOrder
  /** Asks for `active`. */
  | { readonly kind: 'count' }
  /** Lets active requests finish for up to `timeout` milliseconds. Before `serving` it ends the start. */
  | { readonly kind: 'stop'; readonly timeout: number };

/** What only the primary knows: the address that it has bound, and where the lines go. */
export interface StartOrder {
  readonly kind: 'start';
  readonly port: number;
  /** The IP address. A name may have several, and node:cluster would listen on each that a worker finds. */
  readonly host: string;
  readonly format: LogFormat;
  /** Whether the lines go to a terminal. */
  readonly isTTY: boolean;
}
