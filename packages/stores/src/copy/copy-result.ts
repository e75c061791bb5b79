import type { StoreComparison } from './compare-stores.ts';
import type { ContentSum } from './content-sum.ts';
import type { CopyTally } from './copy-tally.ts';
import type { Differences } from './find-differences.ts';

/** What a store holds: the number of its records, and the sum of their hashes as 64 hexadecimal digits. */
export type StoreContent = Pick<ContentSum, 'records' | 'content'>;

/** What came of a copy, as plain data. */
export interface CopyResult {
  /** Left out when the stores were only compared. */
  readonly copied?: CopyTally & { readonly durationMs: number };
  /** It was told to stop, and has not done everything. */
  readonly stopped?: true;
  /** Left out when the stores were not compared. */
  readonly verification?: CopyVerification;
}

/** What came of a comparison, as plain data. */
export interface CopyVerification {
  /** The target holds what it should. */
  readonly agrees: boolean;
  readonly durationMs: number;
  /** What the source holds. */
  readonly source: StoreContent;
  /** What the target holds. */
  readonly target: StoreContent;
  /** What was read from the source when it was copied, where that is not what it holds now. */
  readonly read?: StoreContent;
  /** Which records are not the same, where the sums have not told enough. */
  readonly differences?: Differences;
}

/** Writes a comparison down. */
export function describeComparison(
  { agrees, source, target, read, differences }: StoreComparison,
  durationMs: number,
): CopyVerification {
  return {
    agrees,
    durationMs,
    source: contentOf(source),
    target: contentOf(target),
    ...(read && { read: contentOf(read) }),
    ...(differences && { differences }),
  };
}

function contentOf({ records, content }: ContentSum): StoreContent {
  return { records, content };
}
