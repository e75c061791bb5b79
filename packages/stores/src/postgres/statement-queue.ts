import { Lanes } from './lanes.ts';
import { Places } from './places.ts';
import {
  type Asked,
  mostTogether,
  patienceOf,
  type StatementQueueOptions,
} from './statement-queue-options.ts';

interface Waiting<Value, Result> extends Asked<Value> {
  readonly since: number;
  isAlone: boolean;
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
  readonly #places: Places;
  /** Fewer than it could be after statements for several that failed, as where each of them takes long. */
  #together = mostTogether;

  constructor(options: StatementQueueOptions<Value, Result>) {
    this.#options = options;
    this.#places = new Places({ ...options, patience: patienceOf(options.timeout) });
  }

  /** Has a statement serve this, which begins after the call. */
  add(asked: Asked<Value>): Promise<Result> {
    const call = new Promise<Result>((resolve, reject) => {
      const since = performance.now();
      const waiting: Waiting<Value, Result> = {
        isAlone: false,
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
    while (this.#places.isFree && this.#waiting.length > 0) void this.#serve(this.#take());
  };

  /** Takes those who can be served together. */
  #take(): readonly Waiting<Value, Result>[] {
    const { timeout, together } = this.#options;
    const most = Math.min(this.#together, together?.() ?? mostTogether);
    const [first] = this.#waiting;
    // All share the time that the first one has left.
    const latest = (first?.since ?? 0) + timeout * shared;
    const other = this.#waiting.findIndex(({ isAlone, since }) => isAlone || since > latest);
    const taken = this.#waiting.splice(0, other < 0 ? most : Math.min(Math.max(other, 1), most));
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
      this.#letNext(served);
      return;
    }
    const leave = this.#places.take(served.length === 1 ? this.#serveAll : undefined);
    try {
      const results = await this.#options.send(
        served.map(({ value }) => value),
        first.since,
      );
      for (const [index, { resolve }] of served.entries()) resolve(results[index] as Result);
      this.#together = Math.min(this.#together * 2, mostTogether);
      this.#letNext(served);
    } catch (error) {
      if (served.length > 1 && this.#options.isRefusal(error)) {
        this.#goAlone(served);
      } else {
        if (served.length > 1) this.#together = Math.ceil(this.#together / 2);
        for (const { reject } of served) reject(error);
        this.#letNext(served);
      }
    }
    leave();
    this.#serveAll();
  }

  /** Lets those have their turn who waited behind these. */
  #letNext(served: readonly Waiting<Value, Result>[]): void {
    for (const { key } of served) {
      let next = this.#lanes.leave(key);
      while (next?.isOver) next = this.#lanes.leave(key);
      if (next) this.#goAlone([next]);
    }
  }

  /** Lets each have the next place for itself: little of its time may be left, which nobody else must share. */
  #goAlone(these: readonly Waiting<Value, Result>[]): void {
    for (const one of these) {
      one.isAlone = true;
      if (!one.timer) this.#rejectInTime(one);
    }
    this.#waiting.unshift(...these);
  }
}
