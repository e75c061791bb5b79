import type { CaseResponse } from '../../http/service.ts';
import type { CleaningReport } from '../check-report.ts';
import type { CheckedServer } from '../checked-server.ts';
import { targetOf } from './targets.ts';

const maxRounds = 3;
const atOnce = 8;

/** The records that a run may have left on the server, told by its mark, which is part of every identifier it makes. */
export class RunRecords {
  readonly mark: string;
  readonly #server: CheckedServer;
  /** The identifiers that were there before; `undefined` where the list could not be understood. */
  readonly before: ReadonlySet<string> | undefined;
  /** Targets that were written, and that may name their record in a way of the server's own. */
  readonly #odd = new Set<string>();
  #count = 0;

  constructor(server: CheckedServer, before: readonly string[] | undefined) {
    this.#server = server;
    this.before = before && new Set(before);
    this.mark = `check-${crypto.randomUUID().slice(0, 13)}-`;
  }

  /** A new identifier. */
  freshId(): string {
    return `${this.mark}${++this.#count}`;
  }

  /** Whether an identifier, or what a server made of it, is of this run. */
  isOwn(id: string): boolean {
    return id.toLowerCase().includes(this.mark);
  }

  /** Remembers a target of this run that was written. */
  noteOdd(target: string): void {
    this.#odd.add(target);
  }

  /** What the list holds that is not of this run, once all that is has been removed; `undefined` if it is unreadable. */
  async others(): Promise<readonly string[] | undefined> {
    await this.#removeListed();
    return (await this.#list())?.filter((id) => !this.isOwn(id));
  }

  /** Removes everything that is left of this run, and tells how that went. Never rejects. */
  async clean(): Promise<CleaningReport> {
    try {
      await this.#removeListed();
      const ids = await this.#list();
      if (!ids) await this.remove([...this.#odd]);
      const isUnknown = (id: string) => !this.isOwn(id) && this.before?.has(id) === false;
      return {
        left: ids?.filter((id) => this.isOwn(id)) ?? [],
        unknown: ids?.filter(isUnknown) ?? [],
        isCertain: ids !== undefined && this.before !== undefined,
      };
    } catch {
      return { left: [...this.#odd].map((target) => target.slice(1)), unknown: [], isCertain: false };
    }
  }

  /** Sends DELETE for each target, a few at a time. */
  async remove(targets: readonly string[]): Promise<void> {
    for (let start = 0; start < targets.length; start += atOnce) {
      const some = targets.slice(start, start + atOnce);
      await Promise.all(some.map((target) => this.#server.ask('DELETE', target)));
    }
  }

  async #removeListed(): Promise<void> {
    for (let round = 0; round < maxRounds; round++) {
      const own = (await this.#list())?.filter((id) => this.isOwn(id)) ?? [];
      if (own.length === 0) return;
      // A server that does not decode a target knows the identifier as it was sent.
      const targets = own.flatMap((id) => [targetOf(id), /^[!"$-.0->@-~]+$/.test(id) ? `/${id}` : undefined]);
      await this.remove([...new Set(targets)].filter((target) => target !== undefined));
    }
  }

  async #list(): Promise<readonly string[] | undefined> {
    return readIds(await this.#server.ask('GET', '/'));
  }
}

/**
 * The identifiers of a list, which may also be an object, or an array of objects that have an `id`; `undefined` where it
 * cannot be understood.
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
