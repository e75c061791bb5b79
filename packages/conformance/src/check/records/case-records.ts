import type { CheckedServer } from '../checked-server.ts';
import { NotJudgedError } from '../not-judged-error.ts';
import { isSafe } from '../sending/read-only.ts';
import type { RunRecords } from './run-records.ts';
import { isRootLike, targetOf, targetReadings } from './targets.ts';

/** The records that one case writes: it is kept away from the records of others, and its own are removed after it. */
export class CaseRecords {
  readonly #server: CheckedServer;
  readonly #run: RunRecords;
  /** Plain targets of records that may be there. */
  readonly #written = new Set<string>();
  /** Looks for identifiers that are not of this run; each rejects where there is such a record. */
  readonly #lookUps = new Map<string, Promise<void>>();
  /** Identifiers that are not of this run, and were absent when the case was about to use them. */
  readonly #borrowed = new Set<string>();

  constructor(server: CheckedServer, run: RunRecords) {
    this.#server = server;
    this.#run = run;
  }

  /**
   * To be awaited before a request is sent.
   *
   * @throws {NotJudgedError} when it could change a record that is not of this run.
   */
  async allow(method: string, target: string): Promise<void> {
    if (isSafe(method)) return;
    const ids = targetReadings(target);
    this.#keepRecordsOfOthers(method, target);
    for (const id of ids.filter((one) => !this.#run.isOwn(one))) {
      const lookUp = this.#lookUps.get(id) ?? this.#borrow(id);
      this.#lookUps.set(id, lookUp);
      await lookUp;
    }
    if (!ids.some((id) => this.#run.isOwn(id))) return;
    if (/^\/[\w-]+$/.test(target)) this.#written.add(target);
    else this.#run.noteOdd(target);
  }

  /** A record was removed, as its target tells. */
  forget(target: string): void {
    this.#written.delete(target);
  }

  /** Removes what the case has created; what cannot be removed now is left to the end of the run. */
  async clean(): Promise<void> {
    const targets = [...this.#written];
    try {
      for (const id of this.#borrowed) {
        const target = targetOf(id);
        if (target !== undefined && (await this.#isThere(target))) targets.push(target);
      }
      await this.#run.remove(targets);
    } catch {
      for (const target of targets) this.#run.noteOdd(target);
    }
  }

  /** A server that is wrong might take DELETE without an identifier for "all". */
  #keepRecordsOfOthers(method: string, target: string): void {
    const { before } = this.#run;
    if (method.toUpperCase() !== 'DELETE' || !isRootLike(target) || before?.size === 0) return;
    const others = before ? `${before.size} records of others` : 'records that the list does not tell of';
    throw new NotJudgedError(`It sends DELETE without an identifier, where there are ${others}.`);
  }

  async #borrow(id: string): Promise<void> {
    const target = targetOf(id);
    if (this.#run.before?.has(id) || (target !== undefined && (await this.#isThere(target)))) {
      throw new NotJudgedError(`It would write the record ${JSON.stringify(id)}, which is there already.`);
    }
    this.#borrowed.add(id);
  }

  async #isThere(target: string): Promise<boolean> {
    return (await this.#server.ask('GET', target)).status === 200;
  }
}
