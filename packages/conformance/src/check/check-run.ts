import type { HttpCase } from '../http/http-case.ts';
import type { CheckSettings } from './check-options.ts';
import type { CaseReport } from './check-report.ts';
import { type RunContext, runCase, type Verdict } from './run-case.ts';

interface Run extends Verdict {
  readonly durationMs: number;
  readonly isOwnBroken?: boolean;
  /** The failed case that this one presupposes. */
  readonly setAside?: string;
}

/** How many cases without a response in time are waited for, as a multiple of those that run at a time. */
const maxLate = 3;

/** Runs cases, each behind those that it presupposes. */
export class CheckRun {
  readonly #cases: readonly HttpCase[];
  readonly #context: RunContext;
  readonly #settings: CheckSettings;
  readonly #reach: () => Promise<unknown>;
  readonly #runs = new Map<string, Promise<Run>>();
  readonly #done = new Map<string, Run>();
  /** The cases that show clauses of which no case failed, because they met a violation on the way. */
  readonly #showing = new Map<string, string>();
  #late = 0;
  #stopped: string | undefined;

  constructor(
    cases: readonly HttpCase[],
    context: RunContext,
    settings: CheckSettings,
    reach: () => Promise<unknown>,
  ) {
    this.#cases = cases;
    this.#context = context;
    this.#settings = settings;
    this.#reach = reach;
  }

  /** Why no more cases are run; `undefined` while they are. */
  get stopped(): string | undefined {
    return this.#settings.signal?.aborted ? 'The check was stopped.' : this.#stopped;
  }

  /**
   * Runs several cases at a time. What does not pass then is run again alone, and only that counts: a service may mix up
   * requests that come at once, and the example of another rule would not show it.
   */
  async runAll(): Promise<void> {
    const beside = this.#cases.filter(({ needs }) => !needs.includes('empty-store'));
    await this.#runEach(beside, this.#settings.concurrency, () => () => false);
    const failed = new Set(
      this.#cases.filter(({ id }) => this.#done.get(id)?.isOwnBroken).map(({ clause }) => clause),
    );
    for (const { id } of this.#cases) {
      for (const { clause } of this.#done.get(id)?.failures ?? []) {
        if (!failed.has(clause) && !this.#showing.has(clause)) this.#showing.set(clause, id);
      }
    }
    const shown = [...this.#showing.values()];
    const again = this.#cases.filter((one) => shown.includes(one.id) || !this.#isSettled(one));
    await this.#runEach(again, 1, ({ id, clause }) => (broken) => {
      return broken === clause || this.#showing.get(broken) === id;
    });
  }

  /** Whether a run beside others counts: the case passed, or would wait in vain once more. */
  #isSettled({ id }: HttpCase): boolean {
    const run = this.#done.get(id);
    if (run === undefined || run.silence === 'late') return run !== undefined;
    return run.reason === undefined && run.setAside === undefined && !run.isOwnBroken;
  }

  async #runEach(
    cases: readonly HttpCase[],
    atOnce: number,
    shownBy: (httpCase: HttpCase) => (clause: string) => boolean,
  ): Promise<void> {
    const waiting = [...cases];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const run = this.#run(next, shownBy(next));
        this.#runs.set(next.id, run);
        this.#done.set(next.id, await run);
        this.#settings.onProgress?.({ done: this.#done.size, total: this.#cases.length });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async #run(httpCase: HttpCase, isShown: (clause: string) => boolean): Promise<Run> {
    for (const id of httpCase.presupposes) {
      const before = await this.#runs.get(id);
      const setAside = before?.setAside ?? (before?.isOwnBroken ? id : undefined);
      if (setAside !== undefined) return { ...leftOut(''), setAside };
    }
    if (this.stopped !== undefined) return this.#done.get(httpCase.id) ?? leftOut(this.stopped);
    const { records } = this.#context;
    if (httpCase.needs.includes('empty-store') && !(await records.isEmpty().catch(() => false))) {
      return leftOut('It needs an empty store, and the service has records.');
    }
    const begin = performance.now();
    const verdict = await runCase(httpCase, this.#context, isShown);
    if (verdict.silence !== undefined) await this.#expectAlive(httpCase, verdict);
    const isOwnBroken = verdict.failures.some(({ clause }) => clause === httpCase.clause);
    return { ...verdict, isOwnBroken, durationMs: Math.round(performance.now() - begin) };
  }

  async #expectAlive({ id }: HttpCase, { silence }: Verdict): Promise<void> {
    const isAlive = await this.#reach().then(
      () => true,
      () => false,
    );
    if (!isAlive) this.#stopped ??= `The server stopped responding in case ${id}.`;
    if (silence === 'late' && ++this.#late >= maxLate * this.#settings.concurrency) {
      this.#stopped ??= `The server did not respond in time in ${this.#late} cases.`;
    }
  }

  /** The cases with their outcomes, in the order of the contract. */
  reports(): readonly CaseReport[] {
    const inOrder = this.#settings.cases.filter((one) => this.#cases.includes(one));
    return inOrder.map((httpCase): CaseReport => {
      const { id, clause, title: rule } = httpCase;
      const { failures, reason, setAside, durationMs } = this.#done.get(id) ?? leftOut(this.stopped ?? '');
      const about = { id, clause, rule, durationMs };
      if (setAside !== undefined) return { ...about, outcome: 'set-aside', reason: setAside };
      const shown = failures.find((one) => one.clause === clause || this.#showing.get(one.clause) === id);
      if (shown) return { ...about, outcome: 'failed', failure: shown };
      return reason === undefined
        ? { ...about, outcome: 'passed' }
        : { ...about, outcome: 'left-out', reason };
    });
  }
}

function leftOut(reason: string): Run {
  return { failures: [], reason, durationMs: 0 };
}
