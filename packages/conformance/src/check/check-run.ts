import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import type { AnswerMatter } from '../http/matters.ts';
import type { CheckedServer } from './checked-server.ts';
import { isAlive } from './probe.ts';
import { CaseRecords } from './records/case-records.ts';
import type { RunRecords } from './records/run-records.ts';
import { runCase, type Verdict } from './run-case.ts';

/** What is known of a run before it begins. */
export interface CheckRunOptions {
  readonly server: CheckedServer;
  readonly records: RunRecords;
  readonly readOnly: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A run under way: it runs one case after the other, until it is told to end or the server is gone. */
export class CheckRun {
  readonly #options: CheckRunOptions;
  /** The case since which the server does not answer any more, and what came of it. */
  #fatal: { readonly id: string; readonly verdict: Verdict } | undefined;

  constructor(options: CheckRunOptions) {
    this.#options = options;
  }

  /** Why no case is run any more. */
  get stopped(): string | undefined {
    if (this.#options.signal?.aborted) return 'It was told to end.';
    return this.#fatal && `The server does not answer any more, since ${this.#fatal.id}.`;
  }

  /** Runs a case with these matters left aside. Never rejects. */
  async run(httpCase: HttpCase, aside: ReadonlySet<AnswerMatter>): Promise<Verdict> {
    if (this.#fatal?.id === httpCase.id) return this.#fatal.verdict;
    if (this.stopped !== undefined) return { kind: 'left-out', reason: this.stopped };
    const isExclusive = httpCase.needs.includes('empty-store');
    const before = isExclusive ? await this.#notEmpty() : undefined;
    if (before !== undefined) return { kind: 'left-out', reason: before };
    const { server, records } = this.#options;
    const verdict = await runCase(httpCase, {
      ...this.#options,
      records: new CaseRecords(server, records),
      freshId: () => records.freshId(),
      aside,
    });
    if (verdict.kind !== 'failed') return verdict;
    if (!(verdict.error instanceof ContractError) && !(await isAlive(server))) {
      this.#fatal = { id: httpCase.id, verdict };
      return verdict;
    }
    // Records of others may have come in between.
    const after = isExclusive ? await this.#notEmpty() : undefined;
    return after === undefined ? verdict : { kind: 'left-out', reason: after };
  }

  /** Why a case that needs an empty store has none. */
  async #notEmpty(): Promise<string | undefined> {
    const others = await this.#options.records.others().catch(() => undefined);
    if (!others) return 'It needs an empty store, and the list cannot be read.';
    return others.length > 0 ? 'It needs an empty store, and there are records of others.' : undefined;
  }
}
