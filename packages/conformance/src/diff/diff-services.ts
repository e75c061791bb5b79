import fc from 'fast-check';
import { checkService } from '../check-arguments.ts';
import type { CaseRequest } from '../http/service.ts';
import { type Send, sequences, targets } from './calls.ts';
import {
  type ComparedPart,
  differingParts,
  kindOf,
  leavesOtherRecords,
  type ResponsePair,
} from './compare.ts';
import { checkOptions, type DiffOptions } from './options.ts';
import { type ComparedService, Side, UnreachableError } from './side.ts';

/** A sequence of requests to which two services respond differently. */
export interface Difference {
  /**
   * The shortest sequence found. The difference is in the responses to the last request. To repeat it, the
   * services must not have records whose identifiers begin with `diff-identifier`.
   */
  readonly requests: readonly CaseRequest[];
  /** The responses to the last request. */
  readonly responses: ResponsePair;
  /** The parts in which they differ. */
  readonly parts: readonly ComparedPart[];
  /** Whether it showed again when the sequence was sent once more, with a new connection for each request. */
  readonly isRepeated: boolean;
  /** Whether all shorter sequences were tried. Otherwise the search ended before. */
  readonly isShortest: boolean;
}

/** What a search for differences found. */
export interface DiffResult {
  /** The seed that leads to the same requests. */
  readonly seed: number;
  /** The number of requests sent to each service. */
  readonly requests: number;
  /** One difference of each kind, in the order found. */
  readonly differences: readonly Difference[];
  /** Why the search ended: `runs` if all were made. */
  readonly endedBy: 'runs' | 'differences' | 'time' | 'signal' | 'unreachable';
  /** The error if a service stopped responding after a difference was found. */
  readonly unreachable: UnreachableError | undefined;
}

/**
 * Sends the same sequences of requests to two services, and finds the shortest sequences after which they
 * respond differently. Each sequence has other identifiers for each service, so both may share a store. The
 * created records are removed, and no others are named.
 *
 * @throws {InvalidArgumentError} (rejects) when `a` or `b` is not a service.
 * @throws {OptionError} (rejects) when an option is not valid.
 * @throws {UnreachableError} (rejects) when a service does not respond, before a difference is found.
 */
export async function diffServices(
  a: ComparedService,
  b: ComparedService,
  options?: DiffOptions,
): Promise<DiffResult> {
  checkService('a', a);
  checkService('b', b);
  const search = new Search([a, b], checkOptions(options));
  return await search.run();
}

/** How long the removal of the records that are left may take, in milliseconds. */
const maxSweep = 10_000;
/** How long the search may take after the signal, to repeat an example and to remove the records. */
const maxEnd = 2000;

/** Waits for a promise, and rejects as soon as the signal is aborted. */
async function untilAborted<T>(act: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error('The search was stopped.'));
    signal?.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([act(), aborted]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

type Found = Omit<Difference, 'isRepeated' | 'isShortest'> & { readonly kind: string };

/** Ends a run at a difference of a new kind. */
class DifferenceError extends Error {
  readonly found: Found;

  constructor(found: Found) {
    super(found.kind);
    this.found = found;
  }
}

class Search {
  readonly #options: ReturnType<typeof checkOptions>;
  readonly #sides: readonly [Side, Side];
  readonly #deadline: number;
  /** The kinds of the differences so far. */
  readonly #known = new Set<string>();
  readonly #differences: Difference[] = [];
  #isAlone = false;
  /** Aborted when even what follows the search must end. */
  readonly #end = new AbortController();
  /** Settled when the last request has its responses. */
  #underWay: Promise<unknown> = Promise.resolve();
  #requests = 0;
  #unreachable: UnreachableError | undefined;

  constructor([a, b]: readonly [ComparedService, ComparedService], options: ReturnType<typeof checkOptions>) {
    this.#options = options;
    this.#sides = [new Side('a', a, options), new Side('b', b, options)];
    this.#deadline = performance.now() + options.maxTime;
  }

  async run(): Promise<DiffResult> {
    const { signal } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const hurry = () => {
      timer = setTimeout(() => this.#end.abort(), maxEnd);
    };
    if (signal?.aborted) hurry();
    else signal?.addEventListener('abort', hurry, { once: true });
    try {
      return await this.#search();
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', hurry);
    }
  }

  async #search(): Promise<DiffResult> {
    const { seed, runs, maxDifferences, signal } = this.#options;
    const readLists = () => Promise.all(this.#sides.map((side) => side.isEmpty()));
    const areEmpty = await untilAborted(readLists, signal).catch((error: unknown) => {
      if (signal?.aborted) return [false];
      throw error;
    });
    this.#isAlone = !areEmpty.includes(false);
    let left = runs;
    for (let round = 0; left > 0 && !this.#isOver() && this.#known.size < maxDifferences; round++) {
      left -= await this.#findNext(seed + round, left);
    }
    const unreachable = this.#unreachable;
    await this.#sweep();
    if (unreachable && this.#differences.length === 0) throw unreachable;

    const isDone = left > 0 && this.#known.size >= maxDifferences;
    const early = unreachable ? 'unreachable' : signal?.aborted ? 'signal' : this.#isOver() && 'time';
    const endedBy = left > 0 && early ? early : isDone ? 'differences' : 'runs';
    return { seed, requests: this.#requests, differences: this.#differences, endedBy, unreachable };
  }

  #isOver(): boolean {
    const { signal } = this.#options;
    return this.#unreachable !== undefined || signal?.aborted === true || performance.now() >= this.#deadline;
  }

  /** Searches for a difference of a new kind, shortens it, and returns the number of runs made. */
  async #findNext(seed: number, numRuns: number): Promise<number> {
    let found: Found | undefined;
    const property = fc.asyncProperty(targets, sequences, async (all, calls) => {
      // Ends the search and the shortening.
      if (this.#isOver()) throw new Error('The search is over.');
      try {
        await this.#play(false, (send, isOver) => {
          const model = { targets: all, isAlone: this.#isAlone, isOver };
          return fc.asyncModelRun(() => ({ model, real: send }), calls);
        });
      } catch (error) {
        if (error instanceof DifferenceError) found = error.found;
        throw error;
      }
    });
    const details = await fc.check(property, { seed, numRuns });
    if (found) await this.#keep(found, !this.#isOver());
    else if (details.failed && !this.#isOver()) throw details.errorInstance;
    return details.numRuns;
  }

  /** Keeps a difference, after sending its requests once more. */
  async #keep(found: Found, isShortest: boolean): Promise<void> {
    const { kind, requests, parts } = found;
    let responses: ResponsePair | undefined;
    try {
      await this.#play(true, async (send) => {
        for (const request of requests) await send(request);
      });
    } catch (error) {
      if (error instanceof DifferenceError && error.found.kind === kind) responses = error.found.responses;
    }
    const isRepeated = responses !== undefined;
    this.#differences.push({
      requests,
      responses: responses ?? found.responses,
      parts,
      isRepeated,
      isShortest,
    });
    this.#known.add(kind);
  }

  /**
   * Makes one run.
   *
   * @throws {DifferenceError} (rejects) at the first difference of a new kind.
   * @throws {UnreachableError} (rejects) when a service no longer responds.
   */
  async #play(
    isSeparate: boolean,
    makeCalls: (send: Send, isOver: () => boolean) => Promise<void>,
  ): Promise<void> {
    const made: CaseRequest[] = [];
    let haveOtherRecords = false;
    const send: Send = async (request) => {
      if (isSeparate) this.#reconnect();
      made.push(request);
      this.#requests++;
      // An example that is known is still repeated after the signal.
      const responses = await untilAborted(
        () => this.#sendToBoth(request),
        isSeparate ? this.#end.signal : this.#options.signal,
      );
      const parts = differingParts(responses, this.#options);
      if (parts.length === 0) return;
      const kind = kindOf(request, responses, parts);
      if (!this.#known.has(kind)) throw new DifferenceError({ kind, requests: [...made], responses, parts });
      haveOtherRecords ||= leavesOtherRecords(request, responses);
    };
    this.#reconnect();
    try {
      await makeCalls(send, () => haveOtherRecords || this.#isOver());
    } catch (error) {
      if (error instanceof UnreachableError) this.#unreachable = error;
      throw error;
    } finally {
      // The next request notices a service that no longer responds.
      await Promise.allSettled(this.#sides.map((side) => side.endRun(() => this.#isOver())));
      this.#options.onProgress({ requests: this.#requests, differences: this.#differences.length });
    }
  }

  #sendToBoth(request: CaseRequest): Promise<ResponsePair> {
    const [a, b] = this.#sides;
    const responses = Promise.all([a.send(request), b.send(request)]);
    this.#underWay = responses.catch(() => {});
    return responses;
  }

  /** Removes the records that are left, as long as that may take. */
  async #sweep(): Promise<void> {
    const { signal } = this.#end;
    const timer = setTimeout(() => this.#end.abort(), maxSweep);
    const sweep = async (side: Side) => {
      // A write that the end of the search did not wait for may still create a record.
      await this.#underWay;
      await side.sweep(signal);
    };
    await untilAborted(() => Promise.allSettled(this.#sides.map(sweep)), signal).catch(() => {});
    clearTimeout(timer);
  }

  #reconnect(): void {
    for (const side of this.#sides) side.reconnect();
  }
}
