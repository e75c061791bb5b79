import { InvalidArgumentError } from '@location-records/core';
import { unlessAborted } from './abortable.ts';

/** The timers at the time when this module was loaded: a test that fakes timers later delays no response. */
const { setTimeout, clearTimeout, performance } = globalThis;

/** The clock of a fake, which also times its waits. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Waits for a number of milliseconds. Rejects with the reason of the signal when the signal aborts first. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The timers with which a clock waits. */
type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/** The real clock, which goes on when a test has faked its timers. */
export const realClock: Clock = Object.freeze({
  now: () => performance.now(),
  wait: (milliseconds: number, signal?: AbortSignal) =>
    waitWith({ setTimeout, clearTimeout }, milliseconds, signal),
});

/** The clock of a test's timers, which goes on when the test moves them. It is the real one until they are faked. */
export const fakedClock: Clock = Object.freeze({
  // All runners fake `Date` together with the timers, and not all of them `performance`.
  now: () => Date.now(),
  wait: (milliseconds: number, signal?: AbortSignal) => waitWith(globalThis, milliseconds, signal),
});

function waitWith(
  { setTimeout, clearTimeout }: Timers,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  // A timer without a waiter would keep the process alive.
  return signal ? unlessAborted(waited, signal).finally(() => clearTimeout(timer)) : waited;
}

/** A clock that stands still until `advance` is called, so that a test of delays takes no time. */
export interface ManualClock extends Clock {
  /** The number of waits that have not ended. */
  readonly waiting: number;
  /**
   * Moves the time on by a number of milliseconds. Waits end in the order of their deadlines, each at its own moment, also
   * those that begin meanwhile. Resolves when everything that waited has continued. A second call moves the time on when
   * the first one is done.
   */
  advance(milliseconds: number): Promise<void>;
}

interface Wait {
  readonly end: number;
  readonly resolve: () => void;
}

/** Makes a clock that stands at 0. */
export function createManualClock(): ManualClock {
  let now = 0;
  let waits: Wait[] = [];
  let moves = Promise.resolve();

  function earliest(until: number): Wait | undefined {
    let found: Wait | undefined;
    for (const wait of waits) if (wait.end <= until && (!found || wait.end < found.end)) found = wait;
    return found;
  }

  async function move(milliseconds: number): Promise<void> {
    const until = now + milliseconds;
    await turn();
    for (let next = earliest(until); next; next = earliest(until)) {
      const ended = next;
      waits = waits.filter((wait) => wait !== ended);
      now = ended.end;
      ended.resolve();
      await turn();
    }
    now = until;
  }

  return {
    now: () => now,
    get waiting() {
      return waits.length;
    },
    wait(milliseconds, signal) {
      // A wait for anything else would never end.
      if (typeof milliseconds !== 'number' || Number.isNaN(milliseconds)) {
        return Promise.reject(new InvalidArgumentError('milliseconds', 'a number'));
      }
      let wait: Wait | undefined;
      const waited = new Promise<void>((resolve) => {
        wait = { end: now + Math.max(0, milliseconds), resolve };
        waits.push(wait);
      });
      if (!signal) return waited;
      return unlessAborted(waited, signal).finally(() => {
        waits = waits.filter((other) => other !== wait);
      });
    },
    async advance(milliseconds) {
      if (typeof milliseconds !== 'number' || !(milliseconds >= 0))
        throw new InvalidArgumentError('milliseconds', 'a number from 0');
      moves = moves.then(() => move(milliseconds));
      return moves;
    },
  };
}

/** Lets each waiter go on, up to its next wait. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
