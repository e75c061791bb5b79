import type { Explanation, LocationRequest, LocationResponse } from '@location-records/core';
import type { FakeRequest } from '../faults/fault.ts';
import type { JournalEntry, Outcome, RecordedResponse } from './journal-entry.ts';
import { parseJson } from './parse-json.ts';
import { recordRequest } from './record-request.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { watchPieces } from './watch-pieces.ts';

/** An entry that is being written. */
export class Recording implements JournalEntry {
  readonly request: RecordedRequest;
  readonly arrivedAt: number;
  readonly #asked: FakeRequest;
  readonly #now: () => number;
  faults: readonly string[] = [];
  outcome: Outcome = 'pending';
  response: RecordedResponse | undefined;
  explanation: Explanation | undefined;
  endedAt: number | undefined;

  constructor(request: LocationRequest, baseSegments: readonly string[], now: () => number) {
    this.#now = now;
    this.arrivedAt = now();
    const { recorded, asked } = recordRequest(request, baseSegments);
    this.request = recorded;
    this.#asked = asked;
  }

  /** The request as the service is to get it: no own property, since test runners print those of an entry. */
  get asked(): FakeRequest {
    return this.#asked;
  }

  /** Takes the answer down, and gives it with a body that is taken down as it is read. */
  answered(response: LocationResponse): LocationResponse {
    const { status, headers, body, explanation } = response;
    this.explanation = explanation;
    let text = '';
    this.response = {
      status,
      headers,
      get body() {
        return text;
      },
      get json() {
        return parseJson(text);
      },
    };
    if (typeof body === 'string') {
      text = body;
      this.#end('answered');
      return response;
    }
    const watched = watchPieces(body, {
      piece: (piece) => {
        text += piece;
      },
      end: (outcome) => this.#end(outcome),
    });
    return { ...response, body: watched };
  }

  /** The request has no answer. */
  broken(): void {
    this.#end('broken');
  }

  #end(outcome: Outcome): void {
    this.outcome = outcome;
    this.endedAt = this.#now();
  }
}
