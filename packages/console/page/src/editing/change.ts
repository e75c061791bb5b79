import type { Location, LocationRecord } from '../api.ts';
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

/** The change that takes another one back. */
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

/** The content of a record, without its identifier. */
export function contentOf(record: LocationRecord | undefined): Content {
  if (!record) return undefined;
  const { description, coordinates } = record;
  return description === undefined ? { coordinates } : { description, coordinates };
}

/** Describes a change in one line, such as `Moved “tower” to 48.8584, 2.2945`. */
export function describeChange({ id, before, after }: Change): string {
  const name = nameInChange({ id, before, after });
  if (!after) return `Deleted ${name}`;
  const place = `${after.coordinates.latitude}, ${after.coordinates.longitude}`;
  if (!before) return `Created ${name} at ${place}`;
  if (before.description === after.description) return `Moved ${name} to ${place}`;
  if (hasMoved(before, after)) return `Changed ${name}, and moved it to ${place}`;
  if (after.description === undefined) return `Removed the description of ${name}`;
  return `${before.description === undefined ? 'Added a' : 'Changed the'} description of ${name}`;
}

/** What the record of a change is called: as it was before. */
export function nameInChange({ id, before, after }: Change): string {
  return namedText({ id, description: (before ?? after)?.description });
}

function hasMoved({ coordinates: from }: Location, { coordinates: to }: Location): boolean {
  return !isSame({ coordinates: from }, { coordinates: to });
}
