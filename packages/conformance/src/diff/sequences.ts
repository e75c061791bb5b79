import fc from 'fast-check';
import { type Call, calls } from './calls.ts';
import { families, type Target } from './targets.ts';

/** A call as it can be made once it is known under which identifier. */
export interface BoundCall extends Omit<Call, 'target'> {
  readonly target: Target;
}

/** The most calls of one sequence. */
const longest = 40;

/** Sequences of calls, to be made one after the other: they shrink to fewer calls, and to plainer ones. */
export const sequences: fc.Arbitrary<readonly BoundCall[]> = fc
  .record({
    family: fc.constantFrom(...families),
    calls: fc.array(calls, { minLength: 1, maxLength: longest, size: 'max' }),
  })
  .map(({ family, calls }) =>
    calls.map((call) => ({
      ...call,
      target: typeof call.target === 'number' ? (family[call.target] as Target) : call.target,
    })),
  );
