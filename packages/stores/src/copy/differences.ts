import type { LocationStore } from '@location-records/core';
import { type DifferingPart, differingParts, isSameLocation } from '../shared/location-differences.ts';
import { type CopyTools, pairUp } from './pass.ts';

/** How many records of each kind are shown as examples. */
const maxExamples = 5;

/** How a record is not the same in both stores. */
export type DifferenceKind = 'differs' | 'only-in-source' | 'only-in-target';

/** A record that is not the same in both stores. */
export interface RecordDifference {
  /** The identifier of the record. */
  readonly id: string;
  /** How it is not the same. */
  readonly kind: DifferenceKind;
  /** Which parts of the Location differ, when both stores have the record. */
  readonly parts?: readonly DifferingPart[];
}

/** Where two stores are not the same. */
export interface Differences {
  /** How many records are in both, with another content. */
  readonly differing: number;
  /** How many records only the source has. */
  readonly onlyInSource: number;
  /** Left out where the target may have more records than the source. */
  readonly onlyInTarget?: number;
  /** Up to five of each kind. */
  readonly examples: readonly RecordDifference[];
}

/** Options of {@link findDifferences}. */
interface FindDifferencesOptions {
  /** The target may have more records than the source: those are not differences. */
  readonly mayHaveMore: boolean;
  /** How many records the stores are known to have. */
  readonly totals: { readonly source: number; readonly target: number };
}

/** Compares two stores record by record, as they are now. */
export async function findDifferences(
  source: LocationStore,
  target: LocationStore,
  { mayHaveMore, totals }: FindDifferencesOptions,
  tools: CopyTools,
): Promise<Differences> {
  const { progress } = tools;
  const differing = new Found('differs');
  const onlyInSource = new Found('only-in-source');
  const onlyInTarget = new Found('only-in-target');
  progress.begin('comparing-with-target', totals.source);
  for await (const pairs of pairUp(source, target, tools)) {
    for (const { record, other } of pairs) {
      const [id, location] = record;
      if (!other) onlyInSource.add(id);
      else if (!isSameLocation(location, other)) differing.add(id, () => differingParts(location, other));
    }
    progress.advance(pairs.length);
  }
  if (!mayHaveMore) {
    progress.begin('comparing-with-source', totals.target);
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
    if (this.examples.length === maxExamples) return;
    this.examples.push({ id, kind: this.#kind, ...(findParts && { parts: findParts() }) });
  }
}
