import type { Explanation, LocationRequest, LocationResponse } from '@location-records/core';
import { findRoute } from '@location-records/core/adapter-kit';
import { requireGlobals } from '../fake/errors.ts';
import type { FakeRequest } from '../faults/fault.ts';
import type { JournalEntry, RecordedRequest, RecordedResponse, RequestOutcome } from './journal-entry.ts';

/** An entry that is being written. */
export class Recording implements JournalEntry {
  readonly request: RecordedRequest;
  readonly arrivedAt: number;
  readonly #asked: FakeRequest;
  readonly #now: () => number;
  faults: readonly string[] = [];
  outcome: RequestOutcome = 'pending';
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

  /** The request as the service gets it. It is not an own property, because test runners print those. */
  get asked(): FakeRequest {
    return this.#asked;
  }

  /** Records the response, and returns it with a body that is recorded as it is read. */
  responded(response: LocationResponse): LocationResponse {
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
      this.#end('completed');
      return response;
    }
    let decoder: ReturnType<typeof createDecoder> | undefined;
    const decode = (bytes: Uint8Array) => {
      decoder ??= createDecoder();
      // A character may begin in one piece and end in the next.
      return decoder.decode(bytes, { stream: true });
    };
    const watched = watchPieces(body, {
      piece: (piece) => {
        text += typeof piece === 'string' ? piece : decode(piece);
      },
      end: (outcome) => {
        text += decoder?.decode() ?? '';
        this.#end(outcome);
      },
    });
    return { ...response, body: watched };
  }

  /** The request has no response. */
  broken(): void {
    this.#end('broken');
  }

  #end(outcome: RequestOutcome): void {
    this.outcome = outcome;
    this.endedAt = this.#now();
  }
}

/** A request as it is recorded, and as the service gets it. */
interface RequestRecording {
  readonly recorded: RecordedRequest;
  readonly asked: FakeRequest;
}

/** Records a request, and its body as it is read. */
function recordRequest(request: FakeRequest, baseSegments: readonly string[]): RequestRecording {
  const { method, target, headers, signal } = request;
  const route = findRoute(target, baseSegments);
  let text: string | undefined;
  const recorded: RecordedRequest = {
    method,
    target,
    headers,
    route: route.kind,
    id: route.kind === 'record' ? route.id : undefined,
    get body() {
      return text;
    },
    get json() {
      return parseJson(text);
    },
  };
  const body: LocationRequest['body'] = async (maxBytes, hasEnough) => {
    const bytes = await request.body(maxBytes, hasEnough);
    text = createDecoder().decode(bytes);
    return bytes;
  };
  return { recorded, asked: { method, target, headers, body, signal } };
}

function createDecoder(): InstanceType<typeof TextDecoder> {
  requireGlobals('TextDecoder');
  return new TextDecoder();
}

/** A piece of a body. */
type Piece = string | Uint8Array;

/** Watches the pieces of a body. */
interface PieceWatcher {
  piece(piece: Piece): void;
  /** Called once: after the last piece, after a failure, or when the reader has left. */
  end(how: 'completed' | 'broken' | 'left'): void;
}

/** The pieces of a body, unchanged, with a watcher. */
function watchPieces(
  pieces: AsyncIterableIterator<Piece>,
  watcher: PieceWatcher,
): AsyncIterableIterator<Piece> {
  let isOver = false;
  const end = (how: Parameters<PieceWatcher['end']>[0]) => {
    if (!isOver) watcher.end(how);
    isOver = true;
  };
  return {
    async next() {
      try {
        const result = await pieces.next();
        if (result.done) end('completed');
        else watcher.piece(result.value);
        return result;
      } catch (error) {
        end('broken');
        throw error;
      }
    },
    async return() {
      end('left');
      await pieces.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** The value of a JSON text; `undefined` when the text is not JSON. */
function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
