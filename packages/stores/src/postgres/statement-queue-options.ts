/** One statement serves at most so many. */
export const mostTogether = 64;

/** How many milliseconds of a time-out others wait for one of them, which may be waiting for somebody else. */
export function patienceOf(timeout: number): number {
  // Well below the time after which a server looks for circles of those who wait for each other.
  return Math.min(Math.ceil(timeout / 50), 100);
}

/** What one statement may be asked for, alone or together with others. */
export interface Asked<Value> {
  readonly value: Value;
  /** What those have in common who are served one after the other. */
  readonly key?: string;
  /** Whether it takes a statement for itself. */
  readonly isAlone?: boolean;
}

/**
 * Runs one statement for all values, and resolves to what each was answered, in their order. It must end within the
 * time-out after `since`, the moment on the clock of `performance.now()` at which the first of them was asked for.
 */
export type SendAll<Value, Result> = (values: readonly Value[], since: number) => Promise<readonly Result[]>;

/** What a {@link StatementQueue} works with. */
export interface StatementQueueOptions<Value, Result> {
  readonly send: SendAll<Value, Result>;
  /** How many statements may be under way at a time. */
  readonly mostStatements: number;
  /** How many more, while that many for a single one take long. */
  readonly mostLong: number;
  /**
   * How many the next statement may serve.
   * @default 64
   */
  together?(): number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Whether an error means that the server refused a statement for several, and took it back. */
  isRefusal(error: unknown): boolean;
  /** Why somebody is rejected whose time was over before their turn. */
  timeOut(): Error;
}
