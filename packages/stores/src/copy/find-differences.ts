import type { LocationStore } from '@location-records/core';
import { type DifferingPart, differingParts } from './differing-parts.ts';
import { isSameLocation } from './is-same-location.ts';
import { type PassTools, pairUp } from './pair-up.ts';
import type { CopyProgress } from './progress.ts';

/** So many records are named of each kind. */
const named = 5;

/** How a record is not the same in both stores. */
export type DifferenceKind = 'differs' | 'only in the source' | 'only in the target';

/** A record that is not the same in both stores. */
export interface RecordDifference {
  readonly id: string;
  readonly kind: DifferenceKind;
  /** In what a record differs that is in both. */
  readonly parts?: readonly DifferingPart[];
}

/** Where two stores are not the same. */
export interface Differences {
  /** How many records are in both, with another content. */
  readonly differing: number;
  readonly onlyInSource: number;
  /** Left out where the target may have more records than the source. */
  readonly onlyInTarget?: number;
  /** The first few of each kind. */
  readonly examples: readonly RecordDifference[];
}

/** Options of {@link findDifferences}. */
export interface FindDifferencesOptions {
  /** The target may have more records than the source: those are no differences. */
  readonly mayHaveMore: boolean;
  readonly tools: PassTools;
  readonly progress: CopyProgress;
  /** How many records the stores are known to have. */
  readonly totals: { readonly source: number; readonly target: number };
}

/** Compares two stores record by record, as they are now. */
export async function findDifferences(
  source: LocationStore,
  target: LocationStore,
  { mayHaveMore, tools, progress, totals }: FindDifferencesOptions,
): Promise<Differences> {
  const differing = new Found('differs');
  const onlyInSource = new Found('only in the source');
  const onlyInTarget = new Found('only in the target');
  progress.begin('comparing with the target', totals.source);
  for await (const pairs of pairUp(source, target, tools)) {
    for (const { record, other } of pairs) {
      const [id, location] = record;
      if (!other) onlyInSource.add(id);
      else if (!isSameLocation(location, other)) differing.add(id, () => differingParts(location, other));
    }
    progress.advance(pairs.length);
  }
  if (!mayHaveMore) {
    progress.begin('comparing with the source', totals.target);
    for await (const pairs of pairUp(target, source, tools)) {
      for (const { record, other } of pairs) if (!other) onlyInTarget.add(record[0]);
      progress.advance(pairs.length);
    }
  }
  return {
    differing: differing.count,
    onlyInSource: onlyInSource.count,
    ...(!mayHaveMore && { onlyInTarget: onlyInTarget.count }),
    examples: [differing, onlyInSource, onlyInTarget].flatMap(({ examples }) => examples),
  };
}

/** The differences of a kind: all are counted, and the first ones kept. */
class Found {
  count = 0;
  readonly examples: RecordDifference[] = [];
  readonly #kind: DifferenceKind;

  constructor(kind: DifferenceKind) {
    this.#kind = kind;
  }

  add(id: string, findParts?: () => readonly DifferingPart[]): void {
    this.count++;
    if (this.examples.length === named) return;
    this.examples.push({ id, kind: this.#kind, ...(findParts && { parts: findParts() }) });
  }
}
