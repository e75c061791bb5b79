import {
  checkIdentifier,
  checkLocation,
  type Location,
  StoreError,
  type StoreErrorCode,
} from '@location-records/core';
import { busyPause, isBusy } from './failures.ts';
import type { OpenFiles } from './open-files.ts';
import type { Settings } from './options.ts';

/** One write, as it is posted to the writer thread. */
export type Write = PutWrite | { readonly kind: 'delete'; readonly id: string };

interface PutWrite {
  /** `put` creates or replaces the record. `replace` only changes an existing one. */
  readonly kind: 'put' | 'replace';
  readonly id: string;
  readonly description: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether the write changed a record, or why it did not take effect. */
export type WriteResult = boolean | PostedError;

/**
 * The write that stores `location`.
 *
 * @throws {InvalidArgumentError} when a value cannot be stored. Later, such a write would spoil the batch it is in.
 */
export function locationWrite(kind: PutWrite['kind'], id: string, location: Location): Write {
  checkIdentifier(id);
  checkLocation(location);
  const { description = null, coordinates } = location;
  return { kind, id, description, latitude: coordinates.latitude, longitude: coordinates.longitude };
}

/**
 * The write that removes a record.
 *
 * @throws {InvalidArgumentError} when there can be no such identifier.
 */
export function deletion(id: string): Write {
  checkIdentifier(id);
  return { kind: 'delete', id };
}

type PostedValue = string | number | null;

/** Writes as they are posted: all values in one array, which costs a third of posting the objects. */
type PostedWrites = readonly PostedValue[];

const valuesPerWrite = 5;

/** Packs writes for the writer thread. */
export function packWrites(writes: readonly Write[]): PostedWrites {
  const values: PostedValue[] = [];
  for (const write of writes) {
    if (write.kind === 'delete') values.push(write.kind, write.id, null, 0, 0);
    else values.push(write.kind, write.id, write.description, write.latitude, write.longitude);
  }
  return values;
}

/** Unpacks what {@link packWrites} packed. */
export function unpackWrites(values: PostedWrites): Write[] {
  const writes: Write[] = [];
  for (let start = 0; start < values.length; start += valuesPerWrite) {
    writes.push({
      kind: values[start],
      id: values[start + 1],
      description: values[start + 2],
      latitude: values[start + 3],
      longitude: values[start + 4],
    } as Write);
  }
  return writes;
}

/** What the writer thread is started with. */
export interface WriterData extends Settings {
  /** Ends the wait for a process that locks the file. */
  readonly interruption: Interruption;
  /** Tells whether the thread is in the engine. */
  readonly engineUse: EngineUse;
}

/** Writes that share a transaction. With an empty batch the writer thread only checks the log. */
export interface Batch {
  readonly writes: readonly Write[];
  /** How many milliseconds it may wait for another process: what is left to the first write. */
  readonly timeout: number;
}

/** A batch as it is posted. */
export interface PostedBatch extends Pick<Batch, 'timeout'> {
  readonly writes: PostedWrites;
}

/** An order to build the index of area queries where it is missing. */
export interface IndexOrder extends Pick<Batch, 'timeout'> {
  readonly kind: 'index';
}

/** The report on a batch, or on an index, which has no results. */
export interface BatchReport {
  /** The result of each write, in order. */
  readonly results: readonly WriteResult[];
  /** The size of the write-ahead log in bytes. */
  readonly logSize: number;
}

/** To the writer thread: a batch, an index, or the last message. */
export type WriterOrder = PostedBatch | IndexOrder | 'close';

/**
 * From the writer thread: the report on an order, or why it failed as a whole. The open files and `closed`
 * come once.
 */
export type WriterReport = OpenFiles | 'closed' | BatchReport | PostedError;

/** A {@link StoreError} as it is posted between threads or processes, which keep only the message of an error. */
export interface PostedError {
  readonly code: StoreErrorCode;
  readonly message: string;
  readonly cause?: { readonly message: string; readonly members: object } | undefined;
}

/** Packs an error for the other thread. */
export function packError(error: StoreError): PostedError {
  const { code, message, cause } = error;
  if (!(cause instanceof Error)) return { code, message };
  return { code, message, cause: { message: cause.message, members: plainMembers(cause) } };
}

/** Unpacks what {@link packError} packed. */
export function unpackError({ code, message, cause }: PostedError): StoreError {
  if (cause === undefined) return new StoreError(code, message);
  return new StoreError(code, message, { cause: Object.assign(new Error(cause.message), cause.members) });
}

/** The members that the engine added (`code`, `errcode`, `errstr`) and that can be posted. */
function plainMembers(error: Error): object {
  const members = Object.entries(error).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(members);
}

/**
 * Shared memory that interrupts a waiting thread. A thread that waits inside a call gets no message, and
 * terminating it inside the engine can abort the process.
 */
type Interruption = Int32Array<SharedArrayBuffer>;

/** Makes an interruption that was not requested yet. */
export function createInterruption(): Interruption {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Asks the other thread to stop waiting. */
export function interrupt(interruption: Interruption): void {
  Atomics.store(interruption, 0, 1);
  Atomics.notify(interruption, 0);
}

/**
 * Blocks this thread for `ms` milliseconds.
 *
 * @throws {Error} at once, when the other thread has interrupted it.
 */
function pauseThread(interruption: Interruption, ms: number): void {
  if (Atomics.wait(interruption, 0, 0, ms) !== 'timed-out') throw new Error('The wait was interrupted.');
}

/**
 * Calls `act`, and retries it for up to `timeout` ms while another connection is in its way. It blocks the
 * thread, but not inside SQLite, where the wait could not be interrupted.
 */
export function waitForLock<T>(interruption: Interruption, timeout: number, act: () => T): T {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    pauseThread(interruption, busyPause);
  }
}

/**
 * Shared memory that tells whether a thread is in the engine. A process that ends terminates the thread, and
 * a native engine that throws at that moment aborts the process with another exit code.
 */
type EngineUse = Int32Array<SharedArrayBuffer>;

const idle = 0;
const inUse = 1;
const forbidden = 2;

/** How long the end of the process waits for its threads, in milliseconds: an index may take seconds to build. */
const maxWait = 60_000;

/** The threads for which the end of the process waits, each with the interruption that ends its own wait. */
const uses = new Map<EngineUse, Interruption>();

/** Makes the memory for a thread that begins in the engine. */
export function createEngineUse(): EngineUse {
  const use = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  use[0] = inUse;
  return use;
}

/** For the thread: enters the engine. Returns `false` when the process is ending. */
export function enterEngine(use: EngineUse): boolean {
  return Atomics.compareExchange(use, 0, idle, inUse) === idle;
}

/** For the thread: it has left the engine. */
export function leaveEngine(use: EngineUse): void {
  Atomics.store(use, 0, idle);
  Atomics.notify(use, 0);
}

/**
 * Makes the end of the process wait until the thread has left the engine. Call the returned function when the
 * thread has ended.
 */
export function leaveBeforeExit(use: EngineUse, interruption: Interruption): () => void {
  // One listener for all threads: node:events warns of more than ten.
  if (uses.size === 0) process.on('exit', forbidEngines);
  uses.set(use, interruption);
  return () => {
    if (uses.delete(use) && uses.size === 0) process.off('exit', forbidEngines);
  };
}

function forbidEngines(): void {
  const deadline = performance.now() + maxWait;
  for (const interruption of uses.values()) interrupt(interruption);
  for (const use of uses.keys()) {
    while (Atomics.compareExchange(use, 0, idle, forbidden) === inUse) {
      const timeout = deadline - performance.now();
      if (timeout <= 0) return;
      Atomics.wait(use, 0, inUse, timeout);
    }
  }
}
