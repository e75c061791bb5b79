import type { Location } from './location.ts';

/**
 * What the memory store keeps of a Location. It is another shape on purpose: V8 decides by the place where
 * objects are made how long they are to live, and what a list gives out must not be taken for what stays.
 */
export interface MemoryEntry {
  readonly description: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
}

/** Bytes that V8 takes for a superseded version without its description, about. */
const versionSize = 200;

/** About how many bytes a superseded version takes: of characters beyond Latin-1 half of what they do. */
export function sizeOfVersion(entry: MemoryEntry | symbol | undefined): number {
  return versionSize + (typeof entry === 'object' ? (entry.description?.length ?? 0) : 0);
}

/** Copies a Location in. Adding zero turns `-0` into `0`. */
export function toEntry({ description, coordinates }: Location): MemoryEntry {
  return { description, latitude: coordinates.latitude + 0, longitude: coordinates.longitude + 0 };
}

/** Copies a Location out. */
export function toLocation({ description, latitude, longitude }: MemoryEntry): Location {
  const coordinates = { latitude, longitude };
  return description === undefined ? { coordinates } : { description, coordinates };
}
