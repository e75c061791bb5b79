import type { StoreTarget } from '../../store-urls/store-urls.ts';

/** What the command line of `location-records copy` says. */
export interface CopyCommandOptions {
  readonly source: StoreTarget;
  readonly target: StoreTarget;
  /** Lets the records of the source replace others of the target, which may have more of them. */
  readonly overwrite?: boolean | undefined;
  /** Compares the stores in the end. */
  readonly verify: boolean;
  /** Compares the stores, and writes nothing. */
  readonly verifyOnly?: boolean | undefined;
  /** Writes the report as JSON. */
  readonly json?: boolean | undefined;
}
