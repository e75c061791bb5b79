/** As they were when this module was loaded: a test that fakes its timers later holds up no answer. */
const { setTimeout, performance } = globalThis;

/** What tells the time to a fake, and lets it wait. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

/** The clock of the machine, which goes on where a test has faked its timers. */
export const realClock: Clock = Object.freeze({
  now: () => performance.now(),
  wait: (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds)),
});
