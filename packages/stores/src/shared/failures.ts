import { isStoreError, StoreError } from '@location-records/core';

/** The meaning of a failure for the operator. */
export interface Advice {
  readonly code: StoreError['code'];
  /** The problem and the remedy, as the end of a sentence. */
  readonly advice: string;
}

/** Creates the errors of one engine. Each message is one line that names the store, and shows no password. */
export interface Failures<Attempt extends string> {
  /** Wraps any failure of an attempt. A {@link StoreError} stays as it is. */
  wrap(attempt: Attempt, store: string, cause: unknown): StoreError;
  /** Creates a `STORE_UNAVAILABLE`: `Cannot open the SQLite store "a.db": <problem>.` */
  unavailable(attempt: Attempt, store: string, problem: string, options?: ErrorOptions): StoreError;
  /** Creates the same with `STORE_UNSUITABLE`. */
  unsuitable(attempt: Attempt, store: string, problem: string): StoreError;
  /** Creates the error of a write to a store that was opened to read. */
  readOnly(store: string): StoreError;
  /** Creates the error of every call after `close()`. */
  closed(): StoreError;
}

/**
 * Creates the errors of an engine. `adviceOn` explains its failures; an `Attempt` is what the store tried to
 * do, as the beginning of a sentence.
 */
export function createFailures<Attempt extends string>(
  engine: string,
  adviceOn: (cause: unknown, attempt: Attempt, store: string) => Advice,
): Failures<Attempt> {
  const sentence = (attempt: Attempt, store: string, problem: string) =>
    `Cannot ${attempt} the ${engine} store ${JSON.stringify(store)}: ${problem}.`;
  return {
    wrap(attempt, store, cause) {
      if (isStoreError(cause)) return cause;
      const { code, advice } = adviceOn(cause, attempt, store);
      return new StoreError(code, sentence(attempt, store, advice), { cause });
    },
    unavailable: (attempt, store, problem, options) =>
      new StoreError('STORE_UNAVAILABLE', sentence(attempt, store, problem), options),
    unsuitable: (attempt, store, problem) =>
      new StoreError('STORE_UNSUITABLE', sentence(attempt, store, problem)),
    readOnly(store) {
      const problem = `The ${engine} store ${JSON.stringify(store)} was opened with readOnly: true, and takes no writes.`;
      return new StoreError('STORE_UNSUITABLE', problem);
    },
    closed: () => new StoreError('STORE_CLOSED', `The ${engine} store is closed.`),
  };
}

/** For a write that was sent, but got no reply. */
export const unknownEffect = 'whether the write took effect is not known';

/** Returns the message of anything thrown, as the end of a sentence in one line. */
export function oneLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}
