import { persistently } from '../check/persistently.ts';
import { readIds } from '../check/records/run-records.ts';
import { ask } from '../http/requests.ts';
import type { CaseRequest, CaseResponse, Service } from '../http/service.ts';
import {
  type ComparedResponse,
  isMissingResponse,
  type ListComparison,
  type MissingResponse,
  shownIdentifier,
  toCompared,
} from './compared-response.ts';
import type { BoundCall } from './generators/calls.ts';
import { isOfRun, placeholder } from './generators/targets.ts';
import { UnreachableError } from './unreachable-error.ts';

/** The part of a service that a comparison uses. */
export interface ComparedService extends Pick<Service, 'request'> {
  /** Closes idle connections, so that the next request has a new one. Without it, connections are never renewed. */
  readonly reconnect?: (() => void) | undefined;
}

/** One of the two services, and the records created there. */
export class Side {
  readonly #name: 'a' | 'b';
  readonly #service: ComparedService;
  readonly #lists: ListComparison;
  readonly #identifiers: RunIdentifiers;
  /** The targets of the successful writes of this run. */
  readonly #written = new Set<string>();
  /** Whether the service had no records, so that a target without an identifier of the run is not one of others. */
  #isAlone = false;
  #id: string;

  constructor(name: 'a' | 'b', service: ComparedService, identifiers: RunIdentifiers, lists: ListComparison) {
    this.#name = name;
    this.#service = service;
    this.#identifiers = identifiers;
    this.#lists = lists;
    this.#id = identifiers.next();
  }

  /**
   * Makes one call of a run, and returns the compared parts of the response.
   *
   * @throws {UnreachableError} (rejects) when there is no response, and none to a plain request either.
   */
  async call(call: BoundCall): Promise<ComparedResponse | MissingResponse> {
    const request = requestOf(call, this.#id);
    let response: CaseResponse;
    try {
      response = await this.#service.request(request);
    } catch (error) {
      await this.#ask('GET', `/${this.#identifiers.next()}`, requestOf(call, shownIdentifier));
      return { reason: error instanceof Error ? error.message : String(error) };
    }
    const isRemovable = isOfRun(call.target) || this.#isAlone;
    if (isWrite(call) && response.status < 300 && isRemovable) this.#written.add(request.target);
    return toCompared(response, call.target, this.#id, this.#lists);
  }

  /** Lets the next request have a new connection. */
  reconnect(): void {
    this.#service.reconnect?.();
  }

  /** Whether a response to HEAD has the length that this service gives in its response to GET (RFC 9110 section 8.6). */
  async hasLengthOfGet(call: BoundCall, head: ComparedResponse): Promise<boolean> {
    const response = await this.call({ ...call, method: 'GET' });
    const lengths = isMissingResponse(response) ? undefined : response.headers['content-length'];
    return lengths?.join() === head.headers['content-length']?.join();
  }

  /** Removes the records of this run on a connection of its own, and begins the next run with a new identifier. */
  async endRun(): Promise<void> {
    this.#id = this.#identifiers.next();
    this.reconnect();
    for (const target of this.#written) {
      await this.#ask('DELETE', target);
      this.#written.delete(target);
    }
  }

  /**
   * Whether the service may have records of others: its list has records, or cannot be read.
   *
   * @throws {UnreachableError} (rejects) when there is no response.
   */
  async hasOtherRecords(): Promise<boolean> {
    this.#isAlone = readIds(await this.#ask('GET', '/'))?.length === 0;
    return !this.#isAlone;
  }

  /** Removes the listed records of all runs, which only a faulty service still has. */
  async sweep(): Promise<void> {
    const ids = readIds(await this.#ask('GET', '/')) ?? [];
    for (const id of ids.filter((listed) => listed.includes(this.#identifiers.mark))) {
      await this.#ask('DELETE', `/${encodeURIComponent(id)}`);
    }
  }

  /** Makes a plain request. `earlier` is a call before it, without a response. */
  async #ask(method: string, target: string, earlier?: CaseRequest): Promise<CaseResponse> {
    try {
      return await persistently(() => this.#service.request(ask(method, target)));
    } catch (error) {
      throw new UnreachableError(this.#name, error, earlier);
    }
  }
}

/** The request of a call with this identifier. */
export function requestOf({ target, ...call }: BoundCall, id: string): CaseRequest {
  return { ...call, target: withIdentifier(target.path, id) };
}

function isWrite({ method }: BoundCall): boolean {
  return method === 'POST' || method === 'PUT';
}

/**
 * Whether a call could remove records of others from a faulty service: it deletes, without an identifier of the run.
 */
export function couldDeleteAll({ method, target, headers }: BoundCall): boolean {
  const deletes = method === 'DELETE' || headers.some(([, value]) => value === 'DELETE');
  return deletes && !isOfRun(target);
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
/**
 * The number of characters for the mark of a search, and for the count within one: as long as {@link shownIdentifier}.
 */
const length = 5;

/** The identifiers of one search. Each run takes a new one for each service. */
interface RunIdentifiers {
  /** The beginning of all these identifiers, and of no others. */
  readonly mark: string;
  next(): string;
}

/** Makes the identifiers of a new search, all as long as {@link shownIdentifier}. */
export function createRunIdentifiers(): RunIdentifiers {
  const random = crypto.getRandomValues(new Uint8Array(length));
  const mark = `diff-${Array.from(random, (byte) => letters[byte % letters.length]).join('')}`;
  let count = 0;
  return { mark, next: () => `${mark}${(count++).toString(36).padStart(length, '0')}` };
}

/** Puts an identifier into a path. */
function withIdentifier(path: string, id: string): string {
  return path.replaceAll(placeholder, id);
}
