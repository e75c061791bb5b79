import type { IncomingMessage } from 'node:http';
import type { Guard, NodeHandler, RequestHead } from '@location-records/adapters/node';
import type { Explanation, Handler } from '@location-records/core';

/** Why requests were answered as they were, as long as somebody has them. */
export interface Explanations {
  /** Notes the explanation of each answer of a handler. */
  note(handle: Handler): NodeHandler;
  /** Notes the explanation of each refusal of a guard. */
  noteRefusals(guard: Guard): Guard;
  /** The explanation of the answer to a request; `undefined` before it, and for one that no handler has given. */
  of(req: IncomingMessage): Explanation | undefined;
}

/** Makes the notes of one server. */
export function createExplanations(): Explanations {
  const noted = new WeakMap<object, Explanation>();
  return {
    note: (handle) => async (request) => {
      const answer = await handle(request);
      if (answer.explanation && request.message) noted.set(request.message, answer.explanation);
      return answer;
    },
    noteRefusals: (guard) => (head: RequestHead, host) => {
      const refused = guard(head, host);
      if (refused?.explanation) noted.set(head, refused.explanation);
      return refused;
    },
    of: (req) => noted.get(req),
  };
}
