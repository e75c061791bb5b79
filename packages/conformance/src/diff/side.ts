import type { CaseRequest, CaseResponse, Service } from '../http/service.ts';
import { parseJson } from '../response-values.ts';
import { shownIdentifier } from './calls.ts';
import { type ComparedResponse, type Comparison, type MissingResponse, toCompared } from './compare.ts';

/** The part of a service that a comparison uses. */
export interface ComparedService extends Pick<Service, 'request'> {
  /** Closes idle connections, so that the next request opens a new one. */
  readonly reconnect?: (() => void) | undefined;
}

/** A service no longer responds. `cause` is the error of the last request. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'SERVICE_UNREACHABLE';
  /** Which service it is. */
  readonly service: 'a' | 'b';
  /**
   * The first request without a response; `undefined` if it was the request for the list before the search.
   */
  readonly request: CaseRequest | undefined;

  constructor(service: 'a' | 'b', cause: unknown, request?: CaseRequest) {
    super(`The service ${service} no longer responds.`, { cause });
    this.service = service;
    this.request = request;
  }
}

/** The longest message of an error that a difference has, in characters. */
const maxMessage = 300;

/** One of the two services, and the records created there. */
export class Side {
  readonly #name: 'a' | 'b';
  readonly #service: ComparedService;
  readonly #comparison: Comparison;
  /** The beginning of all identifiers used here, and of no others. */
  readonly #mark = `diff-${crypto.randomUUID().slice(0, 5)}`;
  /** The targets of the writes of this run. */
  readonly #written = new Set<string>();
  #runs = 0;

  constructor(name: 'a' | 'b', service: ComparedService, comparison: Comparison) {
    this.#name = name;
    this.#service = service;
    this.#comparison = comparison;
  }

  /** An identifier that is new in each run, as long as {@link shownIdentifier}. */
  get #id(): string {
    return this.#mark + String(this.#runs).padStart(shownIdentifier.length - this.#mark.length, '0');
  }

  reconnect(): void {
    this.#service.reconnect?.();
  }

  /**
   * Sends a request of a run, and returns the compared parts of the response.
   *
   * @throws {UnreachableError} (rejects) when neither this request nor a plain one gets a response.
   */
  async send(request: CaseRequest): Promise<ComparedResponse | MissingResponse> {
    const target = request.target.replace(shownIdentifier, this.#id);
    const isWrite = request.method === 'POST' || request.method === 'PUT';
    if (isWrite && target !== '/') this.#written.add(target);
    try {
      const response = await this.#service.request({ ...request, target });
      return toCompared(request, response, this.#id, this.#comparison);
    } catch (error) {
      this.reconnect();
      await this.#ask('GET', `/${this.#id}`, request);
      return { missing: (error instanceof Error ? error.message : String(error)).slice(0, maxMessage) };
    }
  }

  /** Deletes the records of this run, and begins the next one. Those left when the search is over stay. */
  async endRun(isOver: () => boolean): Promise<void> {
    this.#runs++;
    for (const target of this.#written) {
      if (isOver()) return;
      this.#written.delete(target);
      await this.#ask('DELETE', target);
    }
  }

  /**
   * Whether the service has no records.
   *
   * @throws {UnreachableError} (rejects) when there is no response.
   */
  async isEmpty(): Promise<boolean> {
    return (await this.#list())?.length === 0;
  }

  /**
   * Deletes the records of the last run, and the listed records of all runs, which only a faulty service still
   * has, until the signal.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    for (const target of this.#written) {
      if (signal.aborted) return;
      await this.#ask('DELETE', target);
    }
    for (const entry of (await this.#list()) ?? []) {
      // A list of objects with an `id` is a fault, and cleaned up, too.
      const id = Array.isArray(entry) ? entry[0] : (entry as { id?: unknown } | null)?.id;
      if (signal.aborted) return;
      if (typeof id === 'string' && id.isWellFormed() && id.includes(this.#mark))
        await this.#ask('DELETE', `/${encodeURIComponent(id)}`);
    }
  }

  async #list(): Promise<readonly unknown[] | undefined> {
    const { body } = await this.#ask('GET', '/');
    const list = parseJson(new TextDecoder().decode(body));
    return Array.isArray(list) ? list : undefined;
  }

  async #ask(method: string, target: string, earlier?: CaseRequest): Promise<CaseResponse> {
    try {
      return await this.#service.request({ method, target });
    } catch (error) {
      throw new UnreachableError(this.#name, error, earlier);
    }
  }
}
