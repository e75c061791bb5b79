import type { Location } from '@location-records/core';
import { shorten } from '../output/printable-text.ts';

/** How many characters of a description are shown, and how many of them come before the first difference. */
const shown = { characters: 40, before: 10 };

/** A part of a Location that differs between the source and the target. */
export interface DifferingPart {
  readonly part: 'description' | 'latitude' | 'longitude';
  /** A number, or up to 42 characters around the first difference; `null` means no description. */
  readonly source: string | number | null;
  /** Likewise. */
  readonly target: string | number | null;
}

/** Returns the parts in which two Locations differ: none when they have the same content. */
export function differingParts(source: Location, target: Location): readonly DifferingPart[] {
  const parts: DifferingPart[] = [];
  for (const part of ['latitude', 'longitude'] as const) {
    const [here, there] = [source.coordinates[part], target.coordinates[part]];
    if (here !== there) parts.push({ part, source: here, target: there });
  }
  const [here, there] = [source.description, target.description];
  if (here !== there) {
    const start = Math.max(0, firstDifference(here ?? '', there ?? '') - shown.before);
    parts.push({ part: 'description', source: excerpt(here, start), target: excerpt(there, start) });
  }
  return parts;
}

/** Describes differing parts: `latitude: 1.5 in the source, 2 in the target`. */
export function describeParts(parts: readonly DifferingPart[]): string {
  const valueText = (value: DifferingPart['source']) => (value === null ? 'none' : JSON.stringify(value));
  return parts
    .map(({ part, source, target }) => {
      return `${part}: ${valueText(source)} in the source, ${valueText(target)} in the target`;
    })
    .join('; ');
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

function excerpt(text: string | undefined, start: number): string | null {
  if (text === undefined) return null;
  return `${start > 0 ? '…' : ''}${shorten(text.slice(start).toWellFormed(), shown.characters)}`;
}
