import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
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
  /** Whether violations of a clause are told. */
  readonly isJudged: (clause: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A run under way: it runs one case after the other, until it is told to end or the server is gone. */
export class CheckRun {
  readonly #options: CheckRunOptions;
  /** The case since which the server does not answer any more. */
  #fatal: string | undefined;

  constructor(options: CheckRunOptions) {
    this.#options = options;
  }

  /** Why no case is run any more. */
  get stopped(): string | undefined {
    if (this.#options.signal?.aborted) return 'It was told to end.';
    return this.#fatal && `The server does not answer any more, since ${this.#fatal}.`;
  }

  /** Runs a case. Never rejects. */
  async run(httpCase: HttpCase): Promise<Verdict> {
    if (this.stopped !== undefined) return { violations: [], reason: this.stopped };
    const isExclusive = httpCase.needs.includes('empty-store');
    const before = isExclusive ? await this.#notEmpty() : undefined;
    if (before !== undefined) return { violations: [], reason: before };
    const { server, records } = this.#options;
    const verdict = await runCase(httpCase, {
      ...this.#options,
      records: new CaseRecords(server, records),
      freshId: () => records.freshId(),
    });
    if (verdict.violations.length === 0) return verdict;
    if (
      verdict.violations.some(({ error }) => !(error instanceof ContractError)) &&
      !(await isAlive(server))
    ) {
      this.#fatal = httpCase.id;
      return verdict;
    }
    // Records of others may have come in between.
    const after = isExclusive ? await this.#notEmpty() : undefined;
    return after === undefined ? verdict : { violations: [], reason: after };
  }

  /** Why a case that needs an empty store has none. */
  async #notEmpty(): Promise<string | undefined> {
    const others = await this.#options.records.others().catch(() => undefined);
    if (!others) return 'It needs an empty store, and the list cannot be read.';
    return others.length > 0 ? 'It needs an empty store, and there are records of others.' : undefined;
  }
}
