import { differingParts } from './compared-answer.ts';
import type { Difference } from './difference.ts';
import type { BoundCall } from './sequences.ts';
import type { Side } from './side.ts';

/** What a sequence showed. */
export interface Play {
  /** How many calls were made: all, or those up to the first that was answered differently. */
  readonly made: number;
  /** What came to the last call, where the answers differ. */
  readonly difference?: Pick<Difference, 'answers' | 'parts'>;
}

/** Makes the calls of a sequence to both services, each when the one before was answered. Leaves no records. */
export async function play(sequence: readonly BoundCall[], a: Side, b: Side): Promise<Play> {
  let made = 0;
  try {
    for (const call of sequence) {
      made++;
      const answers = await Promise.all([a.call(call), b.call(call)]);
      const parts = differingParts(...answers);
      if (parts.length > 0) return { made, difference: { answers, parts } };
    }
    return { made };
  } finally {
    // A service that is gone is noticed by the next call, and must not hide what this run has shown.
    await Promise.allSettled([a.endRun(), b.endRun()]);
  }
}
