/** The environment variable that marks a process as a worker of this command: others use node:cluster too. */
export const workerMark = 'LOCATION_RECORDS_WORKER';

/** A message of the primary. */
export type PrimaryMessage =
  /** Asks for `active`. */
  | { readonly kind: 'count' }
  /** Lets active requests finish for up to `timeout` milliseconds. */
  | { readonly kind: 'stop'; readonly timeout: number };

/** A message of a worker. */
export type WorkerMessage =
  /** It serves. */
  | { readonly kind: 'serving'; readonly url: string }
  /** It cannot serve, and ends. The message is one line without passwords. */
  | { readonly kind: 'failed'; readonly message: string }
  /** How many of its requests are active. */
  | { readonly kind: 'active'; readonly requests: number }
  /** It has finished, and ends. */
  | { readonly kind: 'stopped'; readonly requestsCut: number };
