import type { CaseResponse } from '../../http/service.ts';
import { TimeoutError } from '../../transport/byte-queue.ts';
import type { CleanupReport } from '../check-report.ts';
import type { Ask } from '../checked-server.ts';
import { fewAtOnce } from '../sending/case-connections.ts';
import { targetOf } from './targets.ts';

const maxRounds = 3;
/** After this many removals without a response in time, records are left to the end of the run. */
const maxSilent = 2;

/** The records that a run may have left on the server. Every identifier of the run contains its mark. */
export class RunRecords {
  readonly mark: string;
  readonly #ask: Ask;
  /** The identifiers listed before the run; `undefined` when the list could not be read. */
  readonly before: ReadonlySet<string> | undefined;
  /** Written targets whose identifiers may be spelled differently in the list. */
  readonly #targets = new Set<string>();
  #count = 0;
  /** How many removals in a row got no response in time. */
  #silent = 0;

  constructor(ask: Ask, before: readonly string[] | undefined) {
    this.#ask = ask;
    this.before = before && new Set(before);
    this.mark = `check-${crypto.randomUUID().slice(0, 13)}-`;
  }

  /** Returns a new identifier. */
  freshId(): string {
    return `${this.mark}${++this.#count}`;
  }

  /** Whether a listed identifier belongs to this run, also if the server changed it. */
  isOwn(id: string): boolean {
    return id.toLowerCase().includes(this.mark);
  }

  /** Remembers a written target, for the end of the run. */
  rememberTarget(target: string): void {
    this.#targets.add(target);
  }

  /**
   * Removes the records of this run, and returns the other listed identifiers; `undefined` when the list cannot be
   * read.
   */
  async others(): Promise<readonly string[] | undefined> {
    await this.#removeListed();
    return (await this.#list())?.filter((id) => !this.isOwn(id));
  }

  /** Removes everything that is left of this run, and reports the result. Never rejects. */
  async clean(): Promise<CleanupReport> {
    this.#silent = 0;
    try {
      await this.#removeListed();
      const ids = await this.#list();
      if (!ids) await this.remove([...this.#targets]);
      const isUnknown = (id: string) => !this.isOwn(id) && this.before?.has(id) === false;
      return {
        left: ids?.filter((id) => this.isOwn(id)) ?? [],
        unknown: ids?.filter(isUnknown) ?? [],
        isCertain: ids !== undefined && this.before !== undefined,
      };
    } catch {
      return { left: [...this.#targets].map((target) => target.slice(1)), unknown: [], isCertain: false };
    }
  }

  /**
   * Sends DELETE for each target: for few of them one after the other, so that they can share a connection.
   *
   * @throws {TimeoutError} (rejects) at once where the server did not respond to the last removals.
   */
  async remove(targets: readonly string[], ask = this.#ask): Promise<void> {
    if (targets.length > 0 && this.#silent >= maxSilent)
      throw new TimeoutError('The server does not respond to DELETE.');
    const atOnce = targets.length > fewAtOnce ? fewAtOnce : 1;
    try {
      for (let start = 0; start < targets.length; start += atOnce) {
        const some = targets.slice(start, start + atOnce);
        await Promise.all(some.map((target) => ask('DELETE', target)));
        this.#silent = 0;
      }
    } catch (error) {
      if (error instanceof TimeoutError) this.#silent++;
      throw error;
    }
  }

  async #removeListed(): Promise<void> {
    for (let round = 0; round < maxRounds; round++) {
      const own = (await this.#list())?.filter((id) => this.isOwn(id)) ?? [];
      if (own.length === 0) return;
      // A server that does not decode targets keeps the identifier as it was sent.
      const targets = own.flatMap((id) => [targetOf(id), /^[!"$-.0->@-~]+$/.test(id) ? `/${id}` : undefined]);
      await this.remove([...new Set(targets)].filter((target) => target !== undefined));
    }
  }

  async #list(): Promise<readonly string[] | undefined> {
    return readIds(await this.#ask('GET', '/'));
  }
}

/**
 * The identifiers of a list; `undefined` when it cannot be read. To be able to clean up a wrong server, it also reads
 * an object by its keys, and an array of objects with an `id`.
 */
export function readIds(response: CaseResponse): readonly string[] | undefined {
  if (response.status !== 200) return undefined;
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(response.body));
    const ids = Array.isArray(list)
      ? list.map((entry) => (Array.isArray(entry) ? entry[0] : entry?.id))
      : keysOf(list);
    return ids?.every((id) => typeof id === 'string') ? ids : undefined;
  } catch {
    return undefined;
  }
}

function keysOf(list: unknown): readonly string[] | undefined {
  return typeof list === 'object' && list !== null ? Object.keys(list) : undefined;
}
