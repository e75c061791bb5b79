import { ContractError } from '../contract-error.ts';
import type { HttpCase } from '../http/http-case.ts';
import type { CheckedServer } from './checked-server.ts';
import { isAlive } from './probe.ts';
import { CaseRecords } from './records/case-records.ts';
import type { RunRecords } from './records/run-records.ts';
import { runCase, type Verdict } from './run-case.ts';

/** Options of {@link CheckRun}. */
interface CheckRunOptions {
  readonly server: CheckedServer;
  readonly records: RunRecords;
  readonly readOnly: boolean;
  /** Whether violations of a clause are reported. */
  readonly isJudged: (clause: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Runs one case after the other, until the signal stops it or the server stops responding. */
export class CheckRun {
  readonly #options: CheckRunOptions;
  /** The id of the case in which the server stopped responding. */
  #fatal: string | undefined;

  constructor(options: CheckRunOptions) {
    this.#options = options;
  }

  /** Why no more cases are run; `undefined` while they are. */
  get stopped(): string | undefined {
    if (this.#options.signal?.aborted) return 'The check was stopped.';
    return this.#fatal && `The server stopped responding in case ${this.#fatal}.`;
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
    // Other clients may have created records during the case.
    const after = isExclusive ? await this.#notEmpty() : undefined;
    return after === undefined ? verdict : { violations: [], reason: after };
  }

  /** Why a case that needs an empty store cannot run; `undefined` when the store is empty. */
  async #notEmpty(): Promise<string | undefined> {
    const others = await this.#options.records.others().catch(() => undefined);
    if (!others) return 'It needs an empty store, and the list cannot be read.';
    return others.length > 0 ? 'It needs an empty store, and there are records of others.' : undefined;
  }
}
