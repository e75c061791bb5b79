import type { Location, LocationRecord } from '@location-records/core';

/** More records than any sensible batch of a list holds. */
export const many = 5000;

/** A Location that no other number gives. Its parts tell each other, so that a torn one is seen. */
export function place(number: number): Location {
  return {
    description: `place ${number}`,
    coordinates: { latitude: number / 8, longitude: -number - 0.5 },
  };
}

/** Identifiers that sort as they are numbered, whatever the order of the list. */
export function numbered(number: number): string {
  return `id-${String(number).padStart(5, '0')}`;
}

/** `count` records: {@link numbered} identifiers, each with the {@link place} of its number plus `offset`. */
export function places(count: number, offset = 0): LocationRecord[] {
  return Array.from({ length: count }, (_, number) => [numbered(number), place(number + offset)]);
}
