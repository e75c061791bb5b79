import type { Coordinates, Location, LocationRecord } from '../api.ts';
import { namedText } from '../shown-text.ts';

/** The Location of a record, or `undefined` if it does not exist. */
export type Content = Location | undefined;

/** A change of one record from one content to another. */
export interface Change {
  readonly id: string;
  readonly before: Content;
  readonly after: Content;
}

/** Which way through the history: `undo` takes the last step back, `redo` does the last undone one again. */
export type Direction = 'undo' | 'redo';

export function inverse({ id, before, after }: Change): Change {
  return { id, before: after, after: before };
}

/**
 * Applies a change to newer content of its record. A description or coordinates that the change leaves alone
 * are as they were found.
 */
export function rebase({ id, before, after }: Change, found: Content): Change {
  if (!before || !after || !found) return { id, before: found, after };
  const { description } = before.description === after.description ? found : after;
  const { coordinates } = hasMoved(before, after) ? after : found;
  return { id, before: found, after: contentOf({ id, description, coordinates }) };
}

/** Whether two contents are the same, digit by digit. An absent description is not an empty one. */
export function isSame(one: Content, other: Content): boolean {
  if (!one || !other) return one === other;
  return (
    one.description === other.description &&
    one.coordinates.latitude === other.coordinates.latitude &&
    one.coordinates.longitude === other.coordinates.longitude
  );
}

export function contentOf(record: LocationRecord | undefined): Content {
  if (!record) return undefined;
  const { description, coordinates } = record;
  return description === undefined ? { coordinates } : { description, coordinates };
}

/** Describes a change in one line, such as `Moved “tower” to 48.8584, 2.2945`. */
export function describeChange(change: Change): string {
  const { before, after } = change;
  const name = nameInChange(change);
  if (!after) return `Deleted ${name}`;
  const place = pairText(after.coordinates);
  if (!before) return `Created ${name} at ${place}`;
  if (before.description === after.description) return `Moved ${name} to ${place}`;
  if (hasMoved(before, after)) return `Changed ${name}, and moved it to ${place}`;
  if (after.description === undefined) return `Removed the description of ${name}`;
  return `${before.description === undefined ? 'Added a' : 'Changed the'} description of ${name}`;
}

/** Coordinates as the service has them, the latitude first. */
export function pairText({ latitude, longitude }: Coordinates): string {
  return `${latitude}, ${longitude}`;
}

/** What the record of a change is called: as it was before. */
export function nameInChange({ id, before, after }: Change): string {
  return namedText({ id, description: (before ?? after)?.description });
}

function hasMoved({ coordinates: from }: Location, { coordinates: to }: Location): boolean {
  return !isSame({ coordinates: from }, { coordinates: to });
}

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
  if (!('message' in outcome)) return undefined;
  const { kind, message } = outcome;
  if (kind === 'not done') return `${message} Nothing was changed; try again.`;
  return kind === 'refused' ? message : `${message} It is not known whether the change was done.`;
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
