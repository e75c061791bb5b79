import { Slots } from './slots.ts';

/** One statement serves at max so many. */
export const maxTogether = 64;

/** How many milliseconds of a time-out others wait for one of them, which may be waiting for somebody else. */
export function patienceOf(timeout: number): number {
  // Well below the time after which a server looks for circles of those who wait for each other.
  return Math.min(Math.ceil(timeout / 50), 100);
}

/** What one statement may be asked for, alone or together with others. */
export interface Asked<Value> {
  readonly value: Value;
  /** What those have in common who are served one after the other. */
  readonly key?: string;
  /** Whether it takes a statement for itself. */
  readonly isSeparate?: boolean;
}

/**
 * Runs one statement for all values, and resolves to what each was answered, in their order. It must end within the
 * time-out after `since`, the moment on the clock of `performance.now()` at which the first of them was asked for.
 */
export type SendAll<Value, Result> = (values: readonly Value[], since: number) => Promise<readonly Result[]>;

/** What a {@link StatementQueue} works with. */
export interface StatementQueueOptions<Value, Result> {
  readonly send: SendAll<Value, Result>;
  /** How many statements may be under way at a time. */
  readonly maxStatements: number;
  /** How many more, while that many for a single one take long. */
  readonly maxLong: number;
  /**
   * How many the next statement may serve.
   * @default 64
   */
  together?(): number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Whether an error means that the server refused a statement for several, and took it back. */
  isRefusal(error: unknown): boolean;
  /** Why somebody is rejected whose time was over before their turn. */
  timeOut(): Error;
}

interface Waiting<Value, Result> extends Asked<Value> {
  readonly since: number;
  isSeparate: boolean;
  /** It was rejected while it waited. */
  isOver: boolean;
  /** Rejects it in time, where others are before it. */
  timer?: NodeJS.Timeout;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** What part of the time-out those who are served together may have been waiting longer than each other. */
const shared = 0.1;

/**
 * Statements for what many ask for at once. So many are under way at a time; who comes meanwhile waits for one of them to
 * end, and is then served together with all others who wait, the oldest first. A statement takes its time before anything
 * else does, so nobody waits longer than their own time-out.
 *
 * A statement for several that the server refused has done nothing: each is sent alone then, so that one alone fails.
 */
export class StatementQueue<Value, Result> {
  readonly #options: StatementQueueOptions<Value, Result>;
  readonly #calls = new Set<Promise<Result>>();
  readonly #lanes = new Lanes<Waiting<Value, Result>>();
  readonly #waiting: Waiting<Value, Result>[] = [];
  readonly #slots: Slots;
  /** Fewer than it could be after statements for several that failed, as where each of them takes long. */
  #together = maxTogether;

  constructor(options: StatementQueueOptions<Value, Result>) {
    this.#options = options;
    this.#slots = new Slots({ ...options, patience: patienceOf(options.timeout) });
  }

  /** Has a statement serve this, which begins after the call. */
  add(asked: Asked<Value>): Promise<Result> {
    const call = new Promise<Result>((resolve, reject) => {
      const since = performance.now();
      const waiting: Waiting<Value, Result> = {
        isSeparate: false,
        ...asked,
        since,
        isOver: false,
        resolve,
        reject,
      };
      if (this.#lanes.enter(asked.key, waiting)) this.#waiting.push(waiting);
      else this.#rejectInTime(waiting);
      this.#serveAll();
    });
    this.#calls.add(call);
    const forget = () => this.#calls.delete(call);
    call.then(forget, forget);
    return call;
  }

  /** Resolves when everybody who is waiting now was served. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#calls);
  }

  readonly #serveAll = (): void => {
    while (this.#slots.isFree && this.#waiting.length > 0) void this.#serve(this.#take());
  };

  /** Takes those who can be served together. */
  #take(): readonly Waiting<Value, Result>[] {
    const { timeout, together } = this.#options;
    const max = Math.min(this.#together, together?.() ?? maxTogether);
    const [first] = this.#waiting;
    // All share the time that the first one has left.
    const latest = (first?.since ?? 0) + timeout * shared;
    const other = this.#waiting.findIndex(({ isSeparate, since }) => isSeparate || since > latest);
    const taken = this.#waiting.splice(0, other < 0 ? max : Math.min(Math.max(other, 1), max));
    for (const { timer } of taken) clearTimeout(timer);
    return taken;
  }

  /** For somebody who is older than others that have a place: they may keep it for longer. */
  #rejectInTime(waiting: Waiting<Value, Result>): void {
    const { timeout, timeOut } = this.#options;
    waiting.timer = setTimeout(
      () => {
        waiting.isOver = true;
        waiting.reject(timeOut());
      },
      Math.max(0, waiting.since + timeout - performance.now()),
    );
  }

  /** Sends a statement for all of them. */
  async #serve(served: readonly Waiting<Value, Result>[]): Promise<void> {
    const [first] = served as [Waiting<Value, Result>];
    if (first.isOver) {
      this.#startNextInLane(served);
      return;
    }
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

  /** Lets those have their turn who waited behind these. */
  #startNextInLane(served: readonly Waiting<Value, Result>[]): void {
    for (const { key } of served) {
      let next = this.#lanes.leave(key);
      while (next?.isOver) next = this.#lanes.leave(key);
      if (next) this.#retryIndividually([next]);
    }
  }

  /** Lets each have the next place for itself: little of its time may be left, which nobody else must share. */
  #retryIndividually(these: readonly Waiting<Value, Result>[]): void {
    for (const one of these) {
      one.isSeparate = true;
      if (!one.timer) this.#rejectInTime(one);
    }
    this.#waiting.unshift(...these);
  }
}

/** Those with the same key, one after the other, in the order in which they came. */
export class Lanes<Waiting> {
  /** Who waits behind the one that is under way. */
  readonly #behind = new Map<string, Waiting[]>();

  /** Whether nobody is before it; otherwise it waits for its turn. Without a key nobody ever is. */
  enter(key: string | undefined, waiting: Waiting): boolean {
    const behind = key === undefined ? undefined : this.#behind.get(key);
    behind?.push(waiting);
    if (key !== undefined && !behind) this.#behind.set(key, []);
    return behind === undefined;
  }

  /** Lets the next one go whose turn it is, if there is one. */
  leave(key: string | undefined): Waiting | undefined {
    if (key === undefined) return undefined;
    const next = this.#behind.get(key)?.shift();
    if (!next) this.#behind.delete(key);
    return next;
  }
}
