import type { HttpCase } from '../http/http-case.ts';
import { LimitError, maxBodies } from '../transport/limits.ts';
import type { CheckSettings } from './check-options.ts';
import type { CaseReport } from './check-report.ts';
import type { Effort } from './example.ts';
import { type RunContext, runCase, type Verdict } from './run-case.ts';

interface Run extends Verdict {
  readonly durationMs: number;
  /** The failed case that this one presupposes. */
  readonly setAside?: string;
}

/** The number of cases without a whole response that end the run, as a multiple of `concurrency`. */
const maxLate = 3;
const mebibyte = 2 ** 20;

/** Runs cases, each after the cases that it presupposes. */
export class CheckRun {
  readonly #cases: readonly HttpCase[];
  readonly #context: RunContext;
  readonly #settings: CheckSettings;
  readonly #reach: () => Promise<unknown>;
  readonly #runs = new Map<string, Promise<Run>>();
  readonly #done = new Map<string, Run>();
  /** The wrong statuses of failed cases, if one request alone shows them. */
  readonly #wrongStatuses = new Set<string>();
  #late = 0;
  #stopped: string | undefined;
  /** The cases whose connections broke when the server stopped responding. */
  readonly #broken: string[] = [];

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
    if (this.#settings.signal?.aborted) return 'The check was stopped.';
    if (this.#context.signal.aborted)
      return 'It took too long; a slow server needs a longer timeout (--timeout).';
    if (this.#broken.length < 2) return this.#stopped;
    const named = `one of the cases ${this.#broken.join(', ')}`;
    return `The server stopped responding in ${named}; a check of one case at a time tells which.`;
  }

  /**
   * Runs several cases at a time. Those that do not pass are run again alone, and only that counts: a service
   * may mix up requests that come at once, and the example of another rule would not show it.
   */
  async runAll(): Promise<void> {
    const beside = this.#cases.filter(({ needs }) => !needs.includes('empty-store'));
    await this.#runEach(beside, this.#settings.concurrency, 'none');
    const again = this.#cases.filter(({ id }) => !isSettled(this.#done.get(id)));
    await this.#runEach(again, 1, 'shortest');
  }

  async #runEach(cases: readonly HttpCase[], atOnce: number, effort: Effort): Promise<void> {
    const waiting = [...cases];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const run = this.#run(next, effort);
        this.#runs.set(next.id, run);
        this.#done.set(next.id, await run);
        this.#settings.onProgress?.({ done: this.#done.size, total: this.#cases.length });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  async #run(httpCase: HttpCase, effort: Effort): Promise<Run> {
    for (const id of httpCase.presupposes) {
      const before = await this.#runs.get(id);
      const failed = before?.setAside ?? (before?.failure ? id : undefined);
      if (failed !== undefined) return await this.#runSetAside(httpCase, failed, effort);
    }
    if (this.stopped !== undefined) return this.#done.get(httpCase.id) ?? leftOut(this.stopped);
    const { records } = this.#context;
    if (httpCase.needs.includes('empty-store') && !(await records.isEmpty().catch(() => false))) {
      return leftOut(this.stopped ?? 'It needs an empty store, and the service has records.');
    }
    const begin = performance.now();
    const verdict = await runCase(httpCase, this.#context, effort, this.#maxBytes(effort));
    if (verdict === undefined) return this.#done.get(httpCase.id) ?? leftOut(this.stopped ?? '');
    if (verdict.wrongStatus !== undefined) this.#wrongStatuses.add(verdict.wrongStatus);
    // Of the cases beside each other, one has ended the server, and the others prove nothing.
    const isBeside = effort === 'none' && this.#settings.concurrency > 1;
    if (verdict.silence !== undefined) await this.#expectAlive(httpCase, verdict, isBeside);
    if (isBeside && isLost(verdict) && this.stopped !== undefined) return leftOut(this.stopped);
    return { ...verdict, durationMs: Math.round(performance.now() - begin) };
  }

  /**
   * Runs a case that presupposes a failed one. It counts only when one request alone gets a wrong status,
   * which does not depend on another case, and no failed case has the same.
   */
  async #runSetAside(httpCase: HttpCase, failed: string, effort: Effort): Promise<Run> {
    const setAside = { ...leftOut(''), setAside: failed };
    if (effort === 'none' || this.stopped !== undefined || this.#late > 0) return setAside;
    const verdict = await runCase(httpCase, this.#context, 'one-request', this.#maxBytes('one-request'));
    const wrongStatus = verdict?.wrongStatus;
    if (wrongStatus === undefined || this.#wrongStatuses.has(wrongStatus)) return setAside;
    this.#wrongStatuses.add(wrongStatus);
    return { ...verdict, durationMs: 0 };
  }

  /** Returns what the responses of a case may have together: those at a time share the memory. */
  #maxBytes(effort: Effort): number {
    const atOnce = effort === 'none' ? this.#settings.concurrency : 1;
    return mebibyte * Math.floor(maxBodies / mebibyte / atOnce);
  }

  async #expectAlive({ id }: HttpCase, { silence }: Verdict, isBeside: boolean): Promise<void> {
    const isAlive = await this.#reach().then(
      () => true,
      (error: unknown) => error instanceof LimitError,
    );
    if (!isAlive) {
      if (silence === 'broken') this.#broken.push(id);
      this.#stopped ??= `The server stopped responding in case ${id}.`;
    }
    // Alone, a case may keep more.
    const counts = silence === 'late' || (silence === 'endless' && !isBeside);
    if (counts && ++this.#late >= maxLate * this.#settings.concurrency) {
      const what = silence === 'late' ? 'did not respond in time' : 'sent too much';
      this.#stopped ??= `The server ${what} in ${this.#late} cases.`;
    }
  }

  /** The cases with their outcomes, in the order of the contract. */
  reports(): readonly CaseReport[] {
    const inOrder = this.#settings.cases.filter((one) => this.#cases.includes(one));
    return inOrder.map((httpCase): CaseReport => {
      const { id, clause, title: rule } = httpCase;
      const { failure, reason, setAside, durationMs } = this.#done.get(id) ?? leftOut(this.stopped ?? '');
      const about = { id, clause, rule, durationMs };
      if (setAside !== undefined) return { ...about, outcome: 'set-aside', reason: setAside };
      if (failure) return { ...about, outcome: 'failed', failure };
      return reason === undefined
        ? { ...about, outcome: 'passed' }
        : { ...about, outcome: 'left-out', reason };
    });
  }
}

function isLost({ silence }: Verdict): boolean {
  return silence === 'broken' || silence === 'refused';
}

/** Returns whether a run beside others counts: the case passed, or would wait in vain once more. */
function isSettled(run: Run | undefined): boolean {
  if (run === undefined || run.silence === 'late') return run !== undefined;
  return run.failure === undefined && run.reason === undefined && run.setAside === undefined;
}

function leftOut(reason: string): Run {
  return { reason, durationMs: 0 };
}
