import { ContractError } from '../contract-error.ts';
import { statusAndBody } from '../http/expect.ts';
import type { HttpCase } from '../http/http-case.ts';
import type { CheckProgress } from './check-options.ts';
import { isAlive, losesCrowds } from './probe.ts';
import { type RunCaseOptions, runCase, type Verdict } from './run-case.ts';
import { fewAtOnce } from './sending/case-connections.ts';
import { brokenClause } from './violation.ts';

/** Options of {@link CheckRun}. */
interface CheckRunOptions extends RunCaseOptions {
  /** How many cases are run at a time. */
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

/** A verdict that counts. */
export interface TimedVerdict extends Verdict {
  readonly durationMs: number;
}

/**
 * Runs cases, until the signal stops it or the server stops responding. The first pass saves time: several cases are
 * run at a time, each on as few connections as it needs. A case that does not pass then is run again alone, with a
 * connection for each request, and only that verdict counts.
 */
export class CheckRun {
  readonly #options: CheckRunOptions;
  readonly #cases: readonly HttpCase[];
  readonly #verdicts = new Map<HttpCase, TimedVerdict>();
  /** How many requests of a case may be under way at once. */
  #maxAtOnce = Number.POSITIVE_INFINITY;
  #failed = 0;
  #stopped: string | undefined;

  constructor(cases: readonly HttpCase[], options: CheckRunOptions) {
    this.#cases = cases;
    this.#options = options;
  }

  /** Why no more cases are run; `undefined` while they are. */
  get stopped(): string | undefined {
    return this.#options.signal?.aborted ? 'The check was stopped.' : this.#stopped;
  }

  /** Runs the cases. Rejects with an error that `onProgress` throws. */
  async verdicts(): Promise<ReadonlyMap<HttpCase, TimedVerdict>> {
    // The first failure is known at once only where the verdict counts.
    if (!this.#options.failFast) await this.#runAtOnce();
    for (const httpCase of this.#cases) {
      if (!this.#verdicts.has(httpCase)) await this.#runAlone(httpCase);
    }
    this.#showProgress();
    return this.#verdicts;
  }

  /** Ends when a connection is lost: a case alone then shows whether the server or another case was the reason. */
  async #runAtOnce(): Promise<void> {
    const waiting = this.#cases.filter((httpCase) => !isExclusive(httpCase));
    const lost = new Map<HttpCase, TimedVerdict>();
    let isEnded = false;
    const work = async () => {
      while (!isEnded && this.stopped === undefined) {
        const httpCase = waiting.shift();
        if (!httpCase) return;
        this.#showProgress(httpCase);
        const verdict = await this.#run(httpCase, true);
        if (isPassed(verdict)) this.#verdicts.set(httpCase, verdict);
        if (hasLostConnection(verdict)) lost.set(httpCase, verdict);
        isEnded ||= lost.size > 0;
      }
    };
    const workers = Array.from({ length: this.#options.concurrency }, () =>
      work().finally(() => {
        isEnded = true;
      }),
    );
    await Promise.allSettled(workers);
    await Promise.all(workers);
    if (lost.size === 0 || (await isAlive(this.#options.server))) return;
    for (const [httpCase, verdict] of lost) this.#settle(httpCase, verdict);
    this.#stopped = stoppedIn([...lost.keys()]);
  }

  async #runAlone(httpCase: HttpCase): Promise<void> {
    if (this.stopped !== undefined) return this.#leaveOut(httpCase, this.stopped);
    this.#showProgress(httpCase);
    const before = isExclusive(httpCase) ? await this.#notEmpty() : undefined;
    if (before instanceof ContractError) return this.#settle(httpCase, this.#unreadableList(before));
    if (before !== undefined) return this.#leaveOut(httpCase, before);
    const verdict = await this.#judgeAlone(httpCase);
    if (hasLostConnection(verdict) && !(await isAlive(this.#options.server))) {
      this.#stopped = stoppedIn([httpCase]);
      return this.#settle(httpCase, verdict);
    }
    // Other clients may have created records during the case.
    const isFailed = isExclusive(httpCase) && verdict.violations.length > 0;
    const after = isFailed ? await this.#notEmpty() : undefined;
    if (typeof after === 'string') this.#leaveOut(httpCase, after);
    else this.#settle(httpCase, verdict);
  }

  /** A case that met a server which loses connections of a crowd is run again, with few requests at once. */
  async #judgeAlone(httpCase: HttpCase): Promise<TimedVerdict> {
    const verdict = await this.#run(httpCase, false);
    const isOfCrowd = hasLostConnection(verdict) && verdict.peak > fewAtOnce;
    if (!isOfCrowd || !(await losesCrowds(this.#options.server))) return verdict;
    this.#maxAtOnce = fewAtOnce;
    return this.#run(httpCase, false);
  }

  async #run(httpCase: HttpCase, isShared: boolean): Promise<TimedVerdict> {
    const begin = performance.now();
    const verdict = await runCase(httpCase, this.#options, { isShared, maxAtOnce: this.#maxAtOnce });
    return { ...verdict, durationMs: Math.round(performance.now() - begin) };
  }

  #settle(httpCase: HttpCase, verdict: TimedVerdict): void {
    this.#verdicts.set(httpCase, verdict);
    const isOwn = verdict.violations.some((one) => brokenClause(one, httpCase) === httpCase.clause);
    if (isOwn) this.#failed++;
    // Where no case of the broken clause was run, this one shows the violation.
    if (this.#options.failFast && verdict.violations.length > 0)
      this.#stopped ??= `The case ${httpCase.id} failed, and the first failure ends the check.`;
  }

  #leaveOut(httpCase: HttpCase, reason: string): void {
    this.#settle(httpCase, { violations: [], reason, durationMs: 0, peak: 0 });
  }

  #showProgress(next?: HttpCase): void {
    const [done, total] = [this.#verdicts.size, this.#cases.length];
    this.#options.onProgress?.({ done, total, failed: this.#failed, id: next?.id });
  }

  /**
   * Why a case that needs an empty store cannot run: a reason to leave it out, or the violation of a list that cannot be
   * read at all. `undefined` when the store is empty.
   */
  async #notEmpty(): Promise<string | ContractError | undefined> {
    const { server, records } = this.#options;
    try {
      const others = await records.others();
      if (others)
        return others.length > 0 ? 'It needs an empty store, and there are records of others.' : undefined;
      const { status, body } = await server.ask('GET', '/');
      const actual = statusAndBody(status, new TextDecoder().decode(body));
      return new ContractError('response', '200 and a list of pairs', actual, 'SPEC 4.7');
    } catch {
      if (!(await isAlive(server))) this.#stopped ??= 'The server stopped responding.';
      return 'It needs an empty store, and the list cannot be read.';
    }
  }

  #unreadableList(error: ContractError): TimedVerdict {
    const target = `${this.#options.server.address.basePath}/`;
    const sent = [{ kind: 'request', request: { method: 'GET', target } }] as const;
    return { violations: [{ error, level: 'service', sent }], durationMs: 0, peak: 0 };
  }
}

function isExclusive({ needs }: HttpCase): boolean {
  return needs.includes('empty-store');
}

function isPassed({ violations, reason }: Verdict): boolean {
  return violations.length === 0 && reason === undefined;
}

function hasLostConnection({ violations }: Verdict): boolean {
  return violations.some(({ error }) => !(error instanceof ContractError));
}

function stoppedIn(cases: readonly HttpCase[]): string {
  const ids = cases.map(({ id }) => id).join(' or ');
  return `The server stopped responding in case ${ids}.`;
}
