import type { CopyResult } from '@location-records/stores/copy';

/** The result of a copy, or of a comparison. */
export interface CopyOutcome extends Partial<CopyResult> {
  /** A signal ended it before everything was done. */
  readonly stopped?: true;
}

/** The same with the names of the stores. */
export interface CopyReport extends CopyOutcome {
  /** Where the records of the source are, without a password. */
  readonly source: string;
  /** Where those of the target are. */
  readonly target: string;
}
