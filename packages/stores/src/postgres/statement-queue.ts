import { Lanes } from './lanes.ts';
import { Slots } from './slots.ts';

/** How many calls share a statement at most. */
export const maxTogether = 64;

/** How many of the waiting calls are looked at for those that can share the next statement. */
const maxLooks = 4 * maxTogether;

/** How long the others of a statement wait for one that is locked (ms), given the timeout of a call. */
export function lockTimeoutOf(timeout: number): number {
  // Well below the time after which a server looks for deadlocks.
  return Math.min(Math.ceil(timeout / 50), 100);
}

/** What a call asks for, alone or together with others. */
interface Asked<Value> {
  readonly value: Value;
  /** Only calls of the same kind share a statement. */
  readonly kind?: string | undefined;
  /** Calls with the same key run one at a time. */
  readonly key?: string | undefined;
  /** Whether the call needs a statement of its own. */
  readonly isSeparate?: boolean;
}

/**
 * Runs one statement for all values and resolves to their results, in order. It must end within the timeout
 * after `since`, when the first of the calls was made, on the clock of `performance.now()`.
 */
export type SendAll<Value, Result> = (values: readonly Value[], since: number) => Promise<readonly Result[]>;

/** What a {@link StatementQueue} works with. */
interface StatementQueueOptions<Value, Result> {
  readonly send: SendAll<Value, Result>;
  /** How many statements may be under way at a time. */
  readonly maxStatements: number;
  /** How many more, while as many statements for a single call take long. */
  readonly maxLong: number;
  /**
   * How many calls the next statement may serve.
   * @default 64
   */
  together?(): number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Whether an error means that the server refused a shared statement and rolled it back. */
  isRefusal(error: unknown): boolean;
  /** The error of a call whose time was over before it was sent. */
  timeOut(): Error;
}

interface Waiting<Value, Result> extends Asked<Value> {
  readonly since: number;
  isSeparate: boolean;
  /** Whether it was rejected while it waited behind others of its lane. */
  isOver: boolean;
  /** Rejects it in time while it waits there. */
  timer?: NodeJS.Timeout | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** How far apart calls of one statement may have begun, as a fraction of the timeout. */
const shared = 0.1;

/**
 * Lets calls share statements. A limited number of statements is under way at a time. Calls that arrive
 * meanwhile wait for one of them to end. The oldest then shares the next statement with others of its kind. The
 * timeout of a statement counts from its oldest call, so no call waits longer than its own timeout.
 *
 * A shared statement that the server refused has done nothing. Its calls are then sent one by one, so that
 * only the one at fault rejects.
 */
export class StatementQueue<Value, Result> {
  readonly #options: StatementQueueOptions<Value, Result>;
  readonly #calls = new Set<Promise<Result>>();
  readonly #lanes = new Lanes<Waiting<Value, Result>>();
  /** The calls that no other of their lane is before, the oldest first. */
  readonly #waiting: Waiting<Value, Result>[] = [];
  /** Rejects the oldest of them in time. */
  #timer: NodeJS.Timeout | undefined;
  readonly #slots: Slots;
  /**
   * How many calls may share a statement now: fewer after shared statements that failed, as when each takes
   * long.
   */
  #together = maxTogether;

  constructor(options: StatementQueueOptions<Value, Result>) {
    this.#options = options;
    this.#slots = new Slots({ ...options, timeout: lockTimeoutOf(options.timeout) });
  }

  /** Adds a call. Its statement begins after this. */
  add({ value, kind, key, isSeparate = false }: Asked<Value>): Promise<Result> {
    const call = new Promise<Result>((resolve, reject) => {
      const since = performance.now();
      const waiting: Waiting<Value, Result> = {
        value,
        kind,
        key,
        isSeparate,
        since,
        isOver: false,
        timer: undefined,
        resolve,
        reject,
      };
      if (this.#lanes.enter(key, waiting)) this.#waiting.push(waiting);
      else waiting.timer = setTimeout(() => this.#rejectInLane(waiting), this.#timeLeft(waiting));
      this.#serveAll();
    });
    this.#calls.add(call);
    const forget = () => this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }

  /** Resolves when all calls that are waiting now have ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }

  readonly #serveAll = (): void => {
    this.#rejectOverdue();
    while (this.#slots.isFree && this.#waiting.length > 0) void this.#serve(this.#take());
    const [oldest] = this.#waiting;
    if (oldest) this.#timer ??= setTimeout(this.#onTimer, this.#timeLeft(oldest));
    else this.#stopTimer();
  };

  /** The oldest call may have been served meanwhile. A timer of its own for each would cost more. */
  readonly #onTimer = (): void => {
    this.#stopTimer();
    this.#serveAll();
  };

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Rejects the waiting calls whose time is over: a slot would do nothing for them. */
  #rejectOverdue(): void {
    for (let [oldest] = this.#waiting; oldest && this.#timeLeft(oldest) === 0; [oldest] = this.#waiting) {
      this.#waiting.shift();
      oldest.reject(this.#options.timeOut());
      this.#startNextInLane([oldest]);
    }
  }

  /** How long a call may still take (ms). */
  #timeLeft({ since }: Waiting<Value, Result>): number {
    return Math.max(0, since + this.#options.timeout - performance.now());
  }

  /** Takes the oldest call, and those that can share its statement. */
  #take(): readonly Waiting<Value, Result>[] {
    const { timeout, together } = this.#options;
    const max = Math.min(this.#together, together?.() ?? maxTogether);
    const [first, ...others] = this.#waiting.splice(0, maxLooks) as [
      Waiting<Value, Result>,
      ...Waiting<Value, Result>[],
    ];
    // All share the time that is left to the first one.
    const latest = first.since + timeout * shared;
    const taken = [first];
    const left: Waiting<Value, Result>[] = [];
    for (const one of others) {
      const canShare = !first.isSeparate && !one.isSeparate && one.kind === first.kind && one.since <= latest;
      (canShare && taken.length < max ? taken : left).push(one);
    }
    this.#waiting.unshift(...left);
    return taken;
  }

  #rejectInLane(waiting: Waiting<Value, Result>): void {
    waiting.isOver = true;
    waiting.reject(this.#options.timeOut());
  }

  /** Sends one statement for all of them. */
  async #serve(served: readonly Waiting<Value, Result>[]): Promise<void> {
    const [first] = served as [Waiting<Value, Result>];
    const leave = this.#slots.take(served.length === 1 ? this.#serveAll : undefined);
    try {
      const results = await this.#options.send(
        served.map(({ value }) => value),
        first.since,
      );
      for (const [index, { resolve }] of served.entries()) resolve(results[index] as Result);
      this.#together = Math.min(this.#together * 2, maxTogether);
      this.#startNextInLane(served);
    } catch (error) {
      if (served.length > 1 && this.#options.isRefusal(error)) {
        this.#retryIndividually(served);
      } else {
        if (served.length > 1) this.#together = Math.ceil(this.#together / 2);
        for (const { reject } of served) reject(error);
        this.#startNextInLane(served);
      }
    }
    leave();
    this.#serveAll();
  }

  /** Queues the calls that waited behind these in their lanes. */
  #startNextInLane(served: readonly Waiting<Value, Result>[]): void {
    for (const { key } of served) {
      let next = this.#lanes.leave(key);
      while (next?.isOver) next = this.#lanes.leave(key);
      if (next) this.#retryIndividually([next]);
    }
  }

  /**
   * Gives each a slot to itself: little of its time may be left, and no other call must share that. Older calls come
   * before it, so that frequent writes of one record do not hold up those of others.
   */
  #retryIndividually(these: readonly Waiting<Value, Result>[]): void {
    for (const one of these) {
      one.isSeparate = true;
      clearTimeout(one.timer);
      this.#waiting.splice(this.#placeOf(one), 0, one);
    }
  }

  /** Where a call has its place among the waiting ones. */
  #placeOf({ since }: Waiting<Value, Result>): number {
    let [from, to] = [0, this.#waiting.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#waiting[middle]?.since ?? Infinity) <= since) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
