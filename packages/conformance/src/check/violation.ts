import type { CheckLevel } from './levels.ts';
import type { Sent } from './sending/transcript.ts';

/**
 * A broken rule: the error with the expected and the actual value, and everything that the case had sent until then.
 */
export interface Violation {
  readonly error: unknown;
  readonly sent: readonly Sent[];
  readonly level: CheckLevel;
  /** Whether the case only prepared what its rule is about. */
  readonly isSetUp?: boolean | undefined;
}
