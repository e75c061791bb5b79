import type { StoreError } from '@location-records/core';
import { checkOptionTypes, ignoringFailures } from '@location-records/core/adapter-kit';
import { createRetry, type Retry } from './retry.ts';

/** How far a pass has come. */
export interface Progress<Phase> {
  readonly phase: Phase;
  readonly records: number;
  readonly total: number | undefined;
}

/** Adds up the records of a phase, and reports them. */
export class ProgressReporter<Phase extends string> {
  readonly #report: (progress: Progress<Phase>) => void;
  #phase: Phase;
  #records = 0;
  #total: number | undefined;

  constructor(first: Phase, report: (progress: Progress<Phase>) => void) {
    this.#phase = first;
    this.#report = report;
  }

  /** Begins a phase, which has `total` records where that is known. */
  begin(phase: Phase, total?: number): void {
    [this.#phase, this.#records, this.#total] = [phase, 0, total];
    this.advance(0);
  }

  /** Reports that `records` more are done. */
  advance(records: number): void {
    this.#records += records;
    this.#report({ phase: this.#phase, records: this.#records, total: this.#total });
  }
}

/** What every pass over a store needs. */
export interface PassTools<Phase extends string> {
  /** Ends the pass. */
  readonly signal: AbortSignal;
  readonly retry: Retry;
  readonly progress: ProgressReporter<Phase>;
}

/** Options that copies, comparisons and imports have in common, unchecked. */
interface PassOptions<Phase> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress<Phase>) => void) | undefined;
  readonly onOutage?: ((error: StoreError) => void) | undefined;
}

/**
 * The tools of the passes of one copy, comparison or import, of which `first` is the first phase.
 *
 * @throws {OptionError} when one of these options cannot work.
 */
export function createTools<Phase extends string>(
  first: Phase,
  { signal, onProgress, onOutage }: PassOptions<Phase>,
): PassTools<Phase> {
  checkOptionTypes('signal', { signal });
  checkOptionTypes('function', { onProgress, onOutage });
  // Each pending write may listen to this signal. On the signal of the caller, node:events would warn of a leak.
  const ending = signal ? AbortSignal.any([signal]) : new AbortController().signal;
  return {
    signal: ending,
    retry: createRetry({ signal: ending, onOutage: ignoringFailures(onOutage) }),
    progress: new ProgressReporter(first, ignoringFailures(onProgress)),
  };
}
