import type { Ask } from '../checked-server.ts';
import { NotJudgedError } from '../not-judged-error.ts';
import { isSafe } from '../sending/read-only.ts';
import type { RunRecords } from './run-records.ts';
import { isRootLike, targetOf, targetReadings } from './targets.ts';

/** The records that one case writes. They are removed after the case, and it cannot write the records of others. */
export class CaseRecords {
  readonly #ask: Ask;
  readonly #run: RunRecords;
  /** Plain targets of records that may be present. */
  readonly #written = new Set<string>();
  /** Look-ups of identifiers that are not of this run. A look-up rejects when the record is present. */
  readonly #lookUps = new Map<string, Promise<void>>();
  /** Identifiers that are not of this run, but were absent before the case used them. */
  readonly #borrowed = new Set<string>();

  constructor(ask: Ask, run: RunRecords) {
    this.#ask = ask;
    this.#run = run;
  }

  /**
   * Checks a request before it is sent, and must be awaited.
   *
   * @throws {NotJudgedError} (rejects) when the request could change a record that is not of this run.
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
    else this.#run.rememberTarget(target);
  }

  /** Forgets a target whose record was removed. */
  forget(target: string): void {
    this.#written.delete(target);
  }

  /** Removes the records that the case created. The end of the run removes what cannot be removed now. */
  async clean(): Promise<void> {
    const targets = [...this.#written];
    try {
      for (const id of this.#borrowed) {
        const target = targetOf(id);
        if (target !== undefined && (await this.#isPresent(target))) targets.push(target);
      }
      await this.#run.remove(targets, this.#ask);
    } catch {
      for (const target of targets) this.#run.rememberTarget(target);
    }
  }

  /** A faulty server might delete all records for a DELETE without an identifier. */
  #keepRecordsOfOthers(method: string, target: string): void {
    const { before } = this.#run;
    if (method.toUpperCase() !== 'DELETE' || !isRootLike(target) || before?.size === 0) return;
    const others = before ? `${before.size} records of others` : 'records that the list does not show';
    throw new NotJudgedError(`It sends DELETE without an identifier, and there are ${others}.`);
  }

  async #borrow(id: string): Promise<void> {
    const target = targetOf(id);
    if (this.#run.before?.has(id) || (target !== undefined && (await this.#isPresent(target)))) {
      throw new NotJudgedError(`It would write the record ${JSON.stringify(id)}, which exists already.`);
    }
    this.#borrowed.add(id);
  }

  async #isPresent(target: string): Promise<boolean> {
    return (await this.#ask('GET', target)).status === 200;
  }
}
