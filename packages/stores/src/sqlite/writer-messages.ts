import type { EngineUse } from './engine-use.ts';
import type { Interruption } from './interruption.ts';
import type { OpenFiles } from './open-files.ts';
import type { Settings } from './options.ts';
import type { PostedError } from './posted-error.ts';
import type { PostedWrites, Write, WriteResult } from './write.ts';

/** What the writer thread is started with. */
export interface WriterData extends Settings {
  /** Ends the wait for another process that holds the file locked. */
  readonly interruption: Interruption;
  /** Says whether the thread is in the engine. */
  readonly engineUse: EngineUse;
}

/** Writes that share a transaction. Without any, the writer thread only looks after the log. */
export interface Batch {
  readonly writes: readonly Write[];
  /** How many milliseconds it may wait for another process: what the first of the writes has left. */
  readonly patience: number;
}

/** A batch as it is posted. */
export interface PostedBatch extends Pick<Batch, 'patience'> {
  readonly writes: PostedWrites;
}

/** What became of a batch. */
export interface BatchReport {
  /** Of each write, in their order. */
  readonly results: readonly WriteResult[];
  /** Of the write-ahead log, in bytes. */
  readonly logSize: number;
}

/** To the writer thread: a batch, or the last message. */
export type WriterOrder = PostedBatch | 'close';

/** From the writer thread: what became of a batch or why it failed as a whole; the open files and `closed` once. */
export type WriterReport = OpenFiles | 'closed' | BatchReport | PostedError;
