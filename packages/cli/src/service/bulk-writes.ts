import { setTimeout } from 'node:timers/promises';
import type { BulkReport, RecordOutcome } from '@location-records/console';
import { checkIdentifier, checkLocation, type Location } from '@location-records/core';
import { RecordRefusedError } from '../errors.ts';
import { askService, type Service, type ServiceRequest, type ServiceResponse } from './ask-service.ts';
import { Bounds, maxReportLength, readError, readText } from './bounds.ts';
import {
  excerpt,
  isJson,
  locationIn,
  notAService,
  parseJson,
  pauseFor,
  responseFailure,
} from './responses.ts';

/** What a service does with a record: `skip` keeps other content, and `compare` writes nothing. */
export type BulkAction = 'replace' | 'skip' | 'compare';

const queries: Readonly<Record<BulkAction, string>> = {
  replace: 'on-conflict=replace',
  skip: 'on-conflict=skip',
  compare: 'on-conflict=skip&dry-run=true',
};

/** What may become of a record, unless it is refused. With `previous`, the service has other content. */
const outcomes: Readonly<Record<BulkAction, readonly string[]>> = {
  replace: ['created', 'replaced', 'unchanged'],
  skip: ['created', 'skipped', 'unchanged'],
  compare: ['created', 'skipped', 'unchanged'],
};
const withPrevious: ReadonlySet<string> = new Set(['replaced', 'skipped']);

/** How long the body of a request becomes, in bytes: a request has its time limit. */
const maxPieceLength = 2 ** 20;
/** How many requests are sent at a time. */
const maxPieces = 3;

/** What became of a record that the service has not refused. */
export interface WrittenRecord extends Pick<RecordOutcome, 'previous'> {
  readonly outcome: Exclude<RecordOutcome['outcome'], 'refused' | 'deleted'>;
}

/** A record that is to be sent. */
interface Write {
  /** The record as JSON. */
  readonly text: string;
  readonly action: BulkAction;
  readonly resolve: (outcome: RecordOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends many records with each request, by POST of `/-/records`. */
export class BulkWrites {
  readonly #service: Service;
  readonly #signal: AbortSignal | undefined;
  #waiting: Write[] = [];
  #isScheduled = false;
  readonly #active = new Set<Promise<void>>();

  /** @param signal ends the requests, whose records may be written nevertheless. */
  constructor(service: Service, signal: AbortSignal | undefined) {
    this.#service = service;
    this.#signal = signal;
  }

  /**
   * Sends a record, together with others of the same turn of the event loop. Resolves to its outcome.
   *
   * @throws {RecordRefusedError} (rejects) when the service refuses the record.
   * @throws {StoreError} (rejects) when the service cannot be asked, or fails.
   */
  async write(id: string, location: Location, action: BulkAction): Promise<WrittenRecord> {
    checkIdentifier(id);
    checkLocation(location);
    const { description, coordinates } = location;
    const { latitude, longitude } = coordinates;
    const text = JSON.stringify([id, { description, coordinates: { latitude, longitude } }]);
    const outcome = await new Promise<RecordOutcome>((resolve, reject) => {
      this.#waiting.push({ text, action, resolve, reject });
      this.#schedule();
    });
    if (outcome.outcome !== 'refused') return outcome as WrittenRecord;
    throw new RecordRefusedError(`The service refused it: ${outcome.reason}.`);
  }

  /** Resolves when all records are sent. */
  async settle(): Promise<void> {
    while (this.#isScheduled || this.#active.size > 0) {
      await new Promise(setImmediate);
      await Promise.all(this.#active);
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendWaiting();
    });
  }

  #sendWaiting(): void {
    while (this.#waiting.length > 0 && this.#active.size < maxPieces) {
      const sending = this.#send(this.#nextPiece()).finally(() => {
        this.#active.delete(sending);
        this.#sendWaiting();
      });
      this.#active.add(sending);
    }
  }

  /** Takes the next records with the same action: up to the largest length, and at least one. */
  #nextPiece(): readonly Write[] {
    const [first] = this.#waiting;
    let length = 0;
    const end = this.#waiting.findIndex(({ text, action }, index) => {
      length += Buffer.byteLength(text) + 1;
      return index > 0 && (length > maxPieceLength || action !== first?.action);
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }

  async #send(piece: readonly Write[]): Promise<void> {
    try {
      const outcomes = await this.#post(piece);
      for (const [index, { resolve }] of piece.entries()) resolve(outcomes[index] as RecordOutcome);
    } catch (error) {
      for (const { reject } of piece) reject(error);
    }
  }

  /** Makes a request, again while the service is busy with those of others. */
  async #ask(request: ServiceRequest): Promise<ServiceResponse> {
    const begin = performance.now();
    for (;;) {
      const response = await askService(this.#service, request);
      const pause = pauseFor(response, begin);
      if (pause === undefined) return response;
      await readError(response);
      // The next request rejects if the signal ends the pause.
      const { signal } = request;
      await setTimeout(1000 * pause, undefined, signal && { signal }).catch(() => {});
    }
  }

  async #post(piece: readonly Write[]): Promise<readonly RecordOutcome[]> {
    const { url } = this.#service;
    const [{ action }] = piece as [Write];
    const response = await this.#ask({
      method: 'POST',
      path: `/-/records?strict=true&format=json&return=outcomes&${queries[action]}`,
      accept: 'application/json',
      body: `[${piece.map(({ text }) => text).join()}]`,
      signal: this.#signal,
    });
    if (response.status !== 200) {
      const about = piece.length === 1 ? 'a record' : 'many records';
      throw responseFailure(url, response, await readError(response), about);
    }
    const text = await readText(response, new Bounds(this.#service, 'the report', maxReportLength));
    const report = isJson(response.headers) ? (parseJson(text) as Partial<BulkReport> | null) : undefined;
    const found: unknown = report?.outcomes;
    if (Array.isArray(found) && found.length === piece.length) {
      const checked = found.map((value) => outcomeIn(value, action));
      if (checked.every((outcome) => outcome !== undefined)) return checked;
    }
    throw notAService(url, 'its response to POST /-/records is no report');
  }
}

/** Returns a value of a report as an outcome that `action` can have, or `undefined` if it is none. */
function outcomeIn(value: unknown, action: BulkAction): RecordOutcome | undefined {
  const { index, outcome, previous, reason } = (value ?? {}) as Partial<RecordOutcome>;
  if (typeof index !== 'number' || outcome === undefined) return undefined;
  if (outcome === 'refused') {
    return typeof reason === 'string' ? { index, outcome, reason: excerpt(reason) } : undefined;
  }
  if (!outcomes[action].includes(outcome)) return undefined;
  if (!withPrevious.has(outcome)) return { index, outcome };
  const location = locationIn(previous);
  return location && { index, outcome, previous: location };
}
