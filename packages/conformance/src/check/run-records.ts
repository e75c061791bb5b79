import type { CaseResponse } from '../http/service.ts';
import { isContainer, parseJson } from '../response-values.ts';

/** A case could not get to its own rule, and so does not judge it. `message` is the reason. */
export class NotJudgedError extends Error {
  override readonly name = 'NotJudgedError';
}

/** Sends a request without a body, unless the signal or else the end of the run comes first. */
export type Ask = (method: 'GET' | 'DELETE', target: string, signal?: AbortSignal) => Promise<CaseResponse>;

/** The most identifiers of records left behind. A faulty server may list any number. */
const maxLeftBehind = 100;

/** The records that a check creates. All their identifiers begin with the mark of the run. */
export class RunRecords {
  readonly mark: string;
  /** Whether records are left to the end of the run, since a removal got no response. */
  isSilent = false;
  readonly #ask: Ask;
  /** The identifiers listed before the run; `undefined` when the list could not be read. */
  readonly #before: ReadonlySet<string> | undefined;
  #count = 0;
  /** Resolves when no case writes identifiers without the mark. */
  #borrowed: Promise<void> = Promise.resolve();

  constructor(ask: Ask, list: CaseResponse) {
    this.#ask = ask;
    const ids = readIds(list);
    this.#before = ids && new Set(ids);
    this.mark = `check-${crypto.randomUUID().slice(0, 6)}-`;
  }

  /** Returns a new identifier. All have the same length, so that none is the beginning of another. */
  freshId(): string {
    return `${this.mark}${String(++this.#count).padStart(5, '0')}`;
  }

  /** Returns a function that replaces every identifier of the run in a text, the same by the same new one. */
  renaming(): (text: string) => string {
    const names = new Map<string, string>();
    return (text) =>
      text.replace(new RegExp(`${this.mark}\\d{5}`, 'g'), (id) => {
        const name = names.get(id) ?? this.freshId();
        names.set(id, name);
        return name;
      });
  }

  /**
   * Checks a write before it is sent.
   *
   * @throws {NotJudgedError} when it could change a record that is not of this run.
   */
  expectOwn(method: string, path: string): void {
    if (path.includes(this.mark)) return;
    const isRoot = path.replace(/^\/+/, '') === '';
    const others = this.#before?.size;
    // A faulty server might delete all records.
    if (isRoot && method.toUpperCase() === 'DELETE' && others !== 0) {
      throw new NotJudgedError(
        'It sends DELETE without an identifier, and the service has records of others.',
      );
    }
    if (!isRoot && (others === undefined || this.#before?.has(decoded(path.slice(1))))) {
      throw new NotJudgedError(`It would write ${path}, which another record may have.`);
    }
  }

  /** Lets one case at a time use identifiers without the mark. Resolves to a function that ends it. */
  async borrow(): Promise<() => void> {
    const before = this.#borrowed;
    let end = () => {};
    this.#borrowed = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }

  /** Whether the service has no records at all, after those of the run are removed. */
  async isEmpty(): Promise<boolean> {
    await this.clean();
    return readIds(await this.#ask('GET', '/'))?.length === 0;
  }

  /**
   * Removes the listed records of the run, until the signal. Returns the identifiers of those that stay, up
   * to 100; `undefined` when unknown.
   */
  async clean(signal?: AbortSignal): Promise<readonly string[] | undefined> {
    const own = async () => readIds(await this.#ask('GET', '/', signal))?.filter((id) => this.#isOwn(id));
    try {
      for (const id of (await own()) ?? []) {
        if (id.isWellFormed()) await this.#ask('DELETE', `/${encodeURIComponent(id)}`, signal);
      }
      return (await own())?.slice(0, maxLeftBehind);
    } catch {
      return undefined;
    }
  }

  /** Whether a listed identifier is of this run, also when the server changed its case or its beginning. */
  #isOwn(id: string): boolean {
    return id.toLowerCase().includes(this.mark);
  }
}

/**
 * Returns the identifiers of a list; `undefined` when it cannot be read. To be able to clean up a wrong
 * server, it also reads an object by its keys, and an array of objects with an `id`.
 */
export function readIds({ status, body }: CaseResponse): readonly string[] | undefined {
  if (status !== 200) return undefined;
  const list = parseJson(new TextDecoder().decode(body));
  if (!isContainer(list)) return undefined;
  const ids = Array.isArray(list)
    ? list.map((entry) => (Array.isArray(entry) ? entry[0] : entry?.id))
    : Object.keys(list);
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
