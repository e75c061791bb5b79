import { Lanes } from './lanes.ts';
import { type Asked, mostTogether, type StatementQueueOptions } from './statement-queue-options.ts';

interface Waiting<Value, Result> extends Asked<Value> {
  readonly since: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** What part of the time-out those who are served together may have been waiting longer than each other. */
const shared = 0.1;

/**
 * Statements for what many ask for at once. So many are under way at a time; who comes meanwhile waits for one of them to
 * end, and is then served together with all others who wait. A statement takes its time before anything else does, so
 * nobody waits longer than their own time-out for their turn.
 *
 * A statement for several that the server refused has done nothing: each is sent alone then, so that one alone fails.
 */
export class StatementQueue<Value, Result> {
  readonly #options: StatementQueueOptions<Value, Result>;
  readonly #calls = new Set<Promise<Result>>();
  readonly #lanes = new Lanes<Waiting<Value, Result>>();
  readonly #waiting: Waiting<Value, Result>[] = [];
  #underWay = 0;
  /** Fewer than it could be after statements for several that failed, as where each of them takes long. */
  #together = mostTogether;

  constructor(options: StatementQueueOptions<Value, Result>) {
    this.#options = options;
  }

  /** Has a statement serve this, which begins after the call. */
  add(asked: Asked<Value>): Promise<Result> {
    const call = new Promise<Result>((resolve, reject) => {
      const waiting = { ...asked, since: performance.now(), resolve, reject };
      if (this.#lanes.enter(asked.key, waiting)) this.#waiting.push(waiting);
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

  #serveAll(): void {
    const { mostStatements } = this.#options;
    while (this.#underWay < mostStatements && this.#waiting.length > 0) void this.#serve(this.#take());
  }

  /** Takes those who can be served together. */
  #take(): readonly Waiting<Value, Result>[] {
    const { timeout, together } = this.#options;
    const most = Math.min(this.#together, together?.() ?? mostTogether);
    const [first] = this.#waiting;
    // All share the time that the first one has left.
    const latest = (first?.since ?? 0) + timeout * shared;
    const other = this.#waiting.findIndex(({ isAlone, since }) => isAlone || since > latest);
    return this.#waiting.splice(0, other < 0 ? most : Math.min(Math.max(other, 1), most));
  }

  async #serve(served: readonly Waiting<Value, Result>[]): Promise<void> {
    let hasPlace = true;
    this.#underWay++;
    const giveWay = () => {
      if (hasPlace) this.#underWay--;
      hasPlace = false;
      this.#serveAll();
    };
    const refused = await this.#try(served, giveWay);
    for (const one of refused) void this.#try([one], () => {}).then(() => this.#serveAll());
    giveWay();
  }

  /** Sends a statement for all of them, and gives back those who must be sent alone. */
  async #try(
    served: readonly Waiting<Value, Result>[],
    giveWay: () => void,
  ): Promise<readonly Waiting<Value, Result>[]> {
    const [first] = served as [Waiting<Value, Result>];
    try {
      const results = await this.#options.send(
        served.map(({ value }) => value),
        first.since,
        giveWay,
      );
      for (const [index, { resolve }] of served.entries()) resolve(results[index] as Result);
      this.#together = Math.min(this.#together * 2, mostTogether);
    } catch (error) {
      if (served.length > 1 && this.#options.isRefusal(error)) return served;
      if (served.length > 1) this.#together = Math.ceil(this.#together / 2);
      for (const { reject } of served) reject(error);
    }
    for (const { key } of served) this.#letNext(key);
    return [];
  }

  /** Lets the next one with a key have its turn. */
  #letNext(key: string | undefined): void {
    const { timeout, timeOut } = this.#options;
    let next = this.#lanes.leave(key);
    while (next && performance.now() - next.since >= timeout) {
      next.reject(timeOut());
      next = this.#lanes.leave(key);
    }
    // It has little of its time left, which nobody who came later must share.
    if (next) this.#waiting.push({ ...next, isAlone: true });
  }
}
