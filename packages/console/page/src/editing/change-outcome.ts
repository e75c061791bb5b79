import { type Change, type Content, describeChange, nameInChange } from './change.ts';

export type ChangeOutcome =
  /** The record is as the change leaves it, by the request that was sent. */
  | { readonly kind: 'done' }
  /** The record was so already, and nothing was sent. */
  | { readonly kind: 'same' }
  /** Another client has written the record. It is left as it is. */
  | { readonly kind: 'differs'; readonly found: Content }
  /** The service, or the page, refuses it. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It has not been done, since the service could not be reached. */
  | { readonly kind: 'not done'; readonly message: string }
  /** It was sent, and may have been done. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Whether the record is as the change leaves it. */
export function isOver({ kind }: ChangeOutcome): boolean {
  return kind === 'done' || kind === 'same';
}

/** Why a change was not done; `undefined` if it was, or if another client has written the record. */
export function failureOf(outcome: ChangeOutcome): string | undefined {
  switch (outcome.kind) {
    case 'refused':
      return outcome.message;
    case 'not done':
      return `${outcome.message} Nothing was changed; try again.`;
    case 'unknown':
      return `${outcome.message} It is not known whether the change was done.`;
    default:
      return undefined;
  }
}

/** The content of the record after a change, as far as it is known. */
export function contentAfter({ before, after }: Change, outcome: ChangeOutcome): Content {
  if (outcome.kind === 'differs') return outcome.found;
  return isOver(outcome) ? after : before;
}

/** Describes the outcome of a change in one line. */
export function describeOutcome(change: Change, outcome: ChangeOutcome, prefix = ''): string {
  const text = describeChange(change);
  const failure = failureOf(outcome);
  if (failure) return `${failure} (${text})`;
  if (outcome.kind === 'differs') return `Left unchanged: ${nameInChange(change)}.`;
  return `${prefix}${outcome.kind === 'same' ? 'Already done: ' : ''}${text}.`;
}
