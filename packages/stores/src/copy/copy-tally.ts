/** How many records a copy has dealt with so far, by what became of them. */
export interface CopyTally {
  /** Were not there. */
  created: number;
  /** Were there with another content. */
  replaced: number;
  /** Were there just so, and were not written. */
  present: number;
}

/** The tally of a copy that has not begun. */
export function newTally(): CopyTally {
  return { created: 0, replaced: 0, present: 0 };
}
