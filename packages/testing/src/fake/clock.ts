import { InvalidArgumentError } from '@location-records/core';
import { unlessAborted } from './abortable.ts';

/** As they were when this module was loaded: a test that fakes its timers later holds up no response. */
const { setTimeout, clearTimeout, performance } = globalThis;

/** What tells the time to a fake, and lets it wait. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the reason of the signal when that gives up before. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine, which goes on where a test has faked its timers. */
export const realClock: Clock = Object.freeze({
  now: () => performance.now(),
  wait(milliseconds: number, signal?: AbortSignal) {
    let timer: ReturnType<typeof setTimeout>;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    // A timer without a waiter would keep the process alive.
    return signal ? unlessAborted(waited, signal).finally(() => clearTimeout(timer)) : waited;
  },
});

/** A clock that stands still until it is told to go on, so that a test of delays takes no time. */
export interface ManualClock extends Clock {
  /** How many waits have not come to their end. */
  readonly waiting: number;
  /**
   * Goes on by so many milliseconds. Waits end in the order of their ends, each at its own moment, those included that
   * begin meanwhile. Resolves when what they held up has had its turn.
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

  function earliest(until: number): Wait | undefined {
    let found: Wait | undefined;
    for (const wait of waits) if (wait.end <= until && (!found || wait.end < found.end)) found = wait;
    return found;
  }

  return {
    now: () => now,
    get waiting() {
      return waits.length;
    },
    wait(milliseconds, signal) {
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
      if (!(milliseconds >= 0)) throw new InvalidArgumentError('milliseconds', 'a number from 0');
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
    },
  };
}

/** Lets each waiter go on, up to the next thing for which it waits. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
