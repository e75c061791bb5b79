import { readIds } from '../check/records/run-records.ts';
import { ask } from '../http/requests.ts';
import type { CaseRequest, CaseResponse, Service } from '../http/service.ts';
import {
  type ComparedResponse,
  type ListComparison,
  type MissingResponse,
  shownIdentifier,
  toCompared,
} from './compared-response.ts';
import type { BoundCall } from './generators/calls.ts';
import { isOfRun, placeholder } from './generators/targets.ts';
import { UnreachableError } from './unreachable-error.ts';

/** What is needed of a service to compare it: a response to each request. */
export type AskedService = Pick<Service, 'request'>;

/** One of the two services, and the records that were made there. */
export class Side {
  readonly #name: 'a' | 'b';
  readonly #service: AskedService;
  readonly #lists: ListComparison;
  readonly #identifiers: RunIdentifiers;
  /** The targets of the writes of this run that succeeded. */
  readonly #written = new Set<string>();
  #id: string;

  constructor(name: 'a' | 'b', service: AskedService, identifiers: RunIdentifiers, lists: ListComparison) {
    this.#name = name;
    this.#service = service;
    this.#identifiers = identifiers;
    this.#lists = lists;
    this.#id = identifiers.next();
  }

  /**
   * Makes one call of a run, and gives what is compared of the response.
   *
   * @throws {UnreachableError} when there is no response, and none to a plain request either.
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
    if (isWrite(call) && response.status < 300 && isOfRun(call.target)) this.#written.add(request.target);
    return toCompared(response, call.target, this.#id, this.#lists);
  }

  /** Removes the records of this run, and begins another with an identifier of its own. */
  async endRun(): Promise<void> {
    this.#id = this.#identifiers.next();
    for (const target of this.#written) {
      await this.#ask('DELETE', target);
      this.#written.delete(target);
    }
  }

  /**
   * Whether the service may hold records of others: it does, or its list cannot be understood.
   *
   * @throws {UnreachableError} when there is no response.
   */
  async holdsOthers(): Promise<boolean> {
    return readIds(await this.#ask('GET', '/'))?.length !== 0;
  }

  /** Removes what a faulty service has made and not removed, as far as its list tells. */
  async sweep(): Promise<void> {
    const ids = readIds(await this.#ask('GET', '/')) ?? [];
    for (const id of ids.filter((listed) => listed.includes(this.#identifiers.mark))) {
      await this.#ask('DELETE', `/${encodeURIComponent(id)}`);
    }
  }

  /** Makes a plain request; `unanswered` is a call that had no response before. */
  async #ask(method: string, target: string, unanswered?: CaseRequest): Promise<CaseResponse> {
    try {
      return await this.#service.request(ask(method, target));
    } catch (error) {
      throw new UnreachableError(this.#name, error, unanswered);
    }
  }
}

/** The request of a call under an identifier. */
export function requestOf({ target, ...call }: BoundCall, id: string): CaseRequest {
  return { ...call, target: withIdentifier(target.path, id) };
}

function isWrite({ method }: BoundCall): boolean {
  return method === 'POST' || method === 'PUT';
}

/** Whether a call could remove records of others from a service that is wrong: it deletes, and names no record. */
export function couldEmpty({ method, target, headers }: BoundCall): boolean {
  const deletes = method === 'DELETE' || headers.some(([, value]) => value === 'DELETE');
  return deletes && !isOfRun(target);
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The characters that tell one search from others, and those that count within one: as many as in `shown`. */
const length = 5;

/** The identifiers of one search: each run of a sequence takes a new one for each of the two services. */
export interface RunIdentifiers {
  /** What they all begin with, and no others do. */
  readonly mark: string;
  next(): string;
}

/** Makes new identifiers, all as long as {@link shownIdentifier}. */
export function createRunIdentifiers(): RunIdentifiers {
  const random = crypto.getRandomValues(new Uint8Array(length));
  const mark = `diff-${Array.from(random, (byte) => letters[byte % letters.length]).join('')}`;
  let count = 0;
  return { mark, next: () => `${mark}${(count++).toString(36).padStart(length, '0')}` };
}

/** Puts an identifier in its place in a path. */
export function withIdentifier(path: string, id: string): string {
  return path.replaceAll(placeholder, id);
}
