import type { LocationRequest, LocationResponse } from '@location-records/core';
import type { Clock } from './clock.ts';
import { isConnectionBroken } from './errors.ts';
import type { JournalEntry } from './journal.ts';
import { readTarget } from './request-match.ts';

/** Writes the entry of one request while it is served. */
export class Recording implements JournalEntry {
  readonly number: number;
  readonly request: JournalEntry['request'];
  readonly arrivedAt: number;
  readonly #clock: Clock;
  readonly #served: LocationRequest;
  faults: readonly string[] = [];
  outcome: JournalEntry['outcome'] = 'pending';
  response: JournalEntry['response'];
  explanation: LocationResponse['explanation'];
  endedAt: number | undefined;
  #hasBodyFailed = false;

  constructor(number: number, request: LocationRequest, baseSegments: readonly string[], clock: Clock) {
    this.number = number;
    this.#clock = clock;
    this.arrivedAt = clock.now();
    const { method, target, headers, signal } = request;
    let text: string | undefined;
    const body: LocationRequest['body'] = async (...limits) => {
      try {
        const bytes = await request.body(...limits);
        text = new TextDecoder().decode(bytes);
        return bytes;
      } catch (error) {
        this.#hasBodyFailed = true;
        throw error;
      }
    };
    this.#served = { method, target, headers, signal, body };
    this.request = {
      ...{ method, target, headers },
      ...readTarget(request, baseSegments),
      get body() {
        return text;
      },
    };
  }

  /** The request as the service gets it. A getter, because test runners print own properties. */
  get served(): LocationRequest {
    return this.#served;
  }

  /** Records the response, and returns it with a body that is recorded as it is read. */
  responded(response: LocationResponse): LocationResponse {
    const { status, headers, body, explanation } = response;
    this.explanation = explanation;
    let text = typeof body === 'string' ? body : '';
    this.response = {
      status,
      headers,
      get body() {
        return text;
      },
    };
    if (typeof body === 'string') {
      this.#end('completed');
      return response;
    }
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    const add = (piece: string | Uint8Array) => {
      if (typeof piece !== 'string') decoder ??= new TextDecoder();
      text += typeof piece === 'string' ? piece : decoder?.decode(piece, { stream: true });
    };
    return { ...response, body: this.#watch(body, add) };
  }

  /** Records that there is no response. */
  failed(error: unknown): void {
    const hasLeft = this.#served.signal?.aborted || this.#hasBodyFailed;
    this.#end(hasLeft && !isConnectionBroken(error) ? 'left' : 'broken');
  }

  #watch(
    pieces: Exclude<LocationResponse['body'], string>,
    add: (piece: string | Uint8Array) => void,
  ): AsyncIterableIterator<string | Uint8Array> {
    return {
      next: async () => {
        try {
          const result = await pieces.next();
          if (result.done) this.#end('completed');
          else add(result.value);
          return result;
        } catch (error) {
          this.#end('broken');
          throw error;
        }
      },
      return: async () => {
        this.#end('left');
        await pieces.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  #end(outcome: JournalEntry['outcome']): void {
    if (this.outcome !== 'pending') return;
    this.outcome = outcome;
    this.endedAt = this.#clock.now();
  }
}
