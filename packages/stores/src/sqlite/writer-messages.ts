import type { Interruption } from './interruption.ts';
import type { Settings } from './options.ts';
import type { PostedError } from './posted-error.ts';
import type { Write, WriteResult } from './write.ts';

/** What the writer thread is started with. */
export interface WriterData extends Settings {
  /** Ends the wait for another process that holds the file locked, while it opens. */
  readonly interruption: Interruption;
}

/** To the writer thread: a batch of writes, or the last message. */
export type WriterOrder = readonly Write[] | 'close';

/** From the writer thread: the results of a batch or why it failed as a whole; `opened` and `closed` once. */
export type WriterReport = 'opened' | 'closed' | readonly WriteResult[] | PostedError;
