import type { Location } from '@location-records/core';

/** How many characters of a description are shown. */
const maxShown = 40;
/** How many of them are those before the first that differs. */
const before = 10;

/** A part of a Location that is not the same in both stores. */
export interface DifferingPart {
  readonly part: 'description' | 'latitude' | 'longitude';
  /** What the source has: a number, or up to 42 characters around the first that differs; `null` is no description. */
  readonly source: string | number | null;
  /** What the target has, likewise. */
  readonly target: string | number | null;
}

/** In what two Locations differ. */
export function differingParts(source: Location, target: Location): readonly DifferingPart[] {
  const parts: DifferingPart[] = [];
  for (const part of ['latitude', 'longitude'] as const) {
    const [here, there] = [source.coordinates[part], target.coordinates[part]];
    if (here !== there) parts.push({ part, source: here, target: there });
  }
  const [here, there] = [source.description, target.description];
  if (here !== there) {
    const start = Math.max(0, firstDifference(here ?? '', there ?? '') - before);
    parts.push({ part: 'description', source: excerpt(here, start), target: excerpt(there, start) });
  }
  return parts;
}

/** The same as text: `latitude: 1.5 in the source, 2 in the target`. */
export function partsText(parts: readonly DifferingPart[]): string {
  return parts
    .map(
      ({ part, source, target }) =>
        `${part}: ${valueText(source)} in the source, ${valueText(target)} in the target`,
    )
    .join('; ');
}

function valueText(value: DifferingPart['source']): string {
  return value === null ? 'none' : JSON.stringify(value);
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index++;
  return index;
}

function excerpt(text: string | undefined, start: number): string | null {
  if (text === undefined) return null;
  const end = start + maxShown;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}
