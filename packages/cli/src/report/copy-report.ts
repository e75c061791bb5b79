import type { CopyResult } from '../copy/copy-result.ts';

/** What came of a copy, or of a comparison. */
export interface CopyReport extends CopyResult {
  /** Where the records of the source are, without a password. */
  readonly source: string;
  /** Where those of the target are. */
  readonly target: string;
}
