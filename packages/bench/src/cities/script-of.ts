import type { State } from '../shared/ledger.ts';
import type { Place } from './cities.ts';

/** One request about a place, and the status that SPEC section 3 gives it. */
export interface Step {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly body?: string;
  readonly status: 200 | 404;
}

/** What is sent about one place, in this order, and what its record holds in the end. */
export interface Script {
  readonly steps: readonly Step[];
  readonly end: State;
}

/** Stands where the place's own content comes later. */
const draft = '{"description":"Draft","coordinates":{"latitude":0,"longitude":0}}';

/** The script of the place number `index`: half of them are just created, the others go another way. */
export function scriptOf({ body }: Place, index: number): Script {
  const post: Step = { method: 'POST', body, status: 200 };
  const postDraft: Step = { method: 'POST', body: draft, status: 200 };
  const put: Step = { method: 'PUT', body, status: 200 };
  const putAbsent: Step = { method: 'PUT', body, status: 404 };
  const remove: Step = { method: 'DELETE', status: 200 };
  switch (index % 10) {
    case 5:
      return { steps: [postDraft, post], end: body };
    case 6:
      return { steps: [postDraft, put], end: body };
    case 7:
      return { steps: [putAbsent, post], end: body };
    case 8:
      return { steps: [remove, postDraft, remove, postDraft, put], end: body };
    case 9:
      return { steps: [post, remove, putAbsent], end: undefined };
    default:
      return { steps: [post], end: body };
  }
}
