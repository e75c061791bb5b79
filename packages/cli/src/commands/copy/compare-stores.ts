import type { LocationStore } from '@location-records/core';
import { type DifferingPart, differingParts } from '../../bulk/differing-parts.ts';
import { digestOf, type RecordDigests } from '../../bulk/record-digests.ts';
import { callsAtOnce, inParallel } from '../../bulk/store-calls.ts';
import { batchesOf, type CopyTools } from './copy-records.ts';

/** How many records of each kind are named. */
const maxExamples = 5;

/** How a record differs between the stores. */
export type DifferenceKind = 'differs' | 'only-in-source' | 'only-in-target';

/** A record that differs between the stores. */
interface RecordDifference {
  readonly id: string;
  readonly kind: DifferenceKind;
  /** The parts of the Location that differ, when both stores hold the record. */
  readonly parts?: readonly DifferingPart[];
}

/** The result of a comparison. */
export interface Comparison {
  /** Whether the target holds every record that it should, and no others, unless it may. */
  readonly agrees: boolean;
  readonly durationMs: number;
  /** How many records the target should hold. */
  readonly expected: number;
  /** How many records the target holds. */
  readonly found: number;
  readonly differing: number;
  readonly onlyInSource: number;
  /** Other records are not counted if the target may hold them. */
  readonly onlyInTarget: number;
  /** Up to five of each kind. */
  readonly examples: readonly RecordDifference[];
}

/**
 * Compares the target with what was read from the source. A record that differs is read once more from both
 * stores, so that a change in the meantime does not count as a difference.
 *
 * @param mayHaveMore whether the target may hold other records.
 */
export async function compareWithTarget(
  source: LocationStore,
  target: LocationStore,
  read: RecordDigests,
  mayHaveMore: boolean,
  tools: CopyTools,
): Promise<Comparison> {
  const begin = performance.now();
  const differing = new Differences('differs');
  const onlyInSource = new Differences('only-in-source');
  const onlyInTarget = new Differences('only-in-target');

  const readAgain = async (id: string) => {
    const [here, there] = await Promise.all([
      tools.retry(() => source.get(id)),
      tools.retry(() => target.get(id)),
    ]);
    const parts = here && there && differingParts(here, there);
    if (parts && parts.length > 0) differing.add(id, parts);
    else if (there && !here) onlyInTarget.add(id);
  };

  let found = 0;
  let met = 0;
  for await (const batch of batchesOf(target, 'verified', read.size, tools)) {
    found += batch.length;
    const others: string[] = [];
    for (const [id, location] of batch) {
      const digest = read.get(id);
      if (digest !== undefined) met++;
      if (digest === undefined ? !mayHaveMore : digest !== digestOf(location)) others.push(id);
    }
    await inParallel(others, callsAtOnce, readAgain);
  }

  if (met < read.size) {
    // The identifiers that the target lacks are only in the list of the source.
    for await (const batch of batchesOf(source, 'verified', read.size, tools)) {
      const wanted = batch.map(([id]) => id).filter((id) => read.get(id) !== undefined);
      await inParallel(wanted, callsAtOnce, async (id) => {
        if ((await tools.retry(() => target.get(id))) === undefined) onlyInSource.add(id);
      });
    }
  }

  const kinds = [differing, onlyInSource, onlyInTarget];
  return {
    agrees: kinds.every(({ count }) => count === 0),
    durationMs: Math.round(performance.now() - begin),
    expected: read.size,
    found,
    differing: differing.count,
    onlyInSource: onlyInSource.count,
    onlyInTarget: onlyInTarget.count,
    examples: kinds.flatMap(({ examples }) => examples),
  };
}

/** The differences of a kind: all are counted, and the first ones kept. */
class Differences {
  count = 0;
  readonly examples: RecordDifference[] = [];
  readonly #kind: DifferenceKind;

  constructor(kind: DifferenceKind) {
    this.#kind = kind;
  }

  add(id: string, parts?: readonly DifferingPart[]): void {
    this.count++;
    if (this.examples.length < maxExamples)
      this.examples.push({ id, kind: this.#kind, ...(parts && { parts }) });
  }
}
