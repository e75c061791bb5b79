import fc from 'fast-check';

const weights = {
  ...{ put: 20, replace: 4, delete: 6, get: 2, 'put-many': 2, 'delete-many': 1, fork: 10, close: 1 },
  ...{ list: 3, records: 4, read: 10, finish: 1, return: 1 },
};

/** One thing that is done to a tree of forks. */
export interface Step {
  readonly kind: keyof typeof weights;
  /** Counts the open stores, or the lists that are being read: from the first, or backwards from the latest. */
  readonly which: number;
  /** Tells the record, or the first of many. */
  readonly number: number;
}

/** The whole of a run: how many records the first store is made of, and what follows. */
export interface Script {
  readonly seeds: number;
  readonly steps: readonly Step[];
}

const kinds = Object.entries(weights).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as Step['kind']),
}));
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds),
  which: fc.integer({ min: -2, max: 1 }),
  number: fc.nat(400),
});

/** With 300 records, a list has several batches, and no single write merges their layer with another. */
export const scripts: fc.Arbitrary<Script> = fc.record({
  seeds: fc.constantFrom(0, 4, 300),
  steps: fc.array(step, { maxLength: 100, size: 'max' }),
});

/** One of a few identifiers, so that steps meet. */
export function anyOfFew(number: number): string {
  return ['__proto__', 'é'][number % 7] ?? numbered(number % 7);
}

/** An identifier by its number. */
export function numbered(number: number): string {
  return `id-${number}`;
}
