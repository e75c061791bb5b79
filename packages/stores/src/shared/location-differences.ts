import { InvalidArgumentError, type Location } from '@location-records/core';

/** How many characters of a description are shown. */
const maxShown = 40;
/** How many of them stand before the first that differs. */
const shownBefore = 10;
/** How many units of an identifier are shown. */
const maxIdLength = 60;
/** Controls, and what is invisible or reverses the text around it, such as U+202E. A terminal would obey it. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A part of a Location that is not the same in both stores. */
export interface DifferingPart {
  /** The part of the Location. */
  readonly part: 'description' | 'latitude' | 'longitude';
  /**
   * What the source has: a number, or up to 42 characters around the first that differs; `null` means no description.
   */
  readonly source: string | number | null;
  /** What the target has, likewise. */
  readonly target: string | number | null;
}

/** Whether two Locations have the same content, number by number. */
export function isSameLocation(a: Location, b: Location): boolean {
  return (
    a.description === b.description &&
    a.coordinates.latitude === b.coordinates.latitude &&
    a.coordinates.longitude === b.coordinates.longitude
  );
}

/** The parts in which two Locations differ. */
export function differingParts(source: Location, target: Location): readonly DifferingPart[] {
  const parts: DifferingPart[] = [];
  for (const part of ['latitude', 'longitude'] as const) {
    const [here, there] = [source.coordinates[part], target.coordinates[part]];
    if (here !== there) parts.push({ part, source: here, target: there });
  }
  const [here, there] = [source.description, target.description];
  if (here !== there) {
    const start = Math.max(0, firstDifference(here ?? '', there ?? '') - shownBefore);
    parts.push({ part: 'description', source: excerpt(here, start), target: excerpt(there, start) });
  }
  return parts;
}

/**
 * The differing parts of a record as text: `latitude: 1.5 in the source, 2 in the target`.
 *
 * @throws {InvalidArgumentError} when `parts` is not an array of such parts.
 */
export function describeParts(parts: readonly DifferingPart[]): string {
  const isRight = Array.isArray(parts) && parts.every((part) => typeof part?.part === 'string');
  if (!isRight) throw new InvalidArgumentError('parts', 'the parts of a RecordDifference');
  return parts
    .map(
      ({ part, source, target }) =>
        `${part}: ${valueText(source)} in the source, ${valueText(target)} in the target`,
    )
    .join('; ');
}

/**
 * An identifier in quotes and on one line. A long one is cut after 60 units.
 *
 * @throws {InvalidArgumentError} when it is not a string.
 */
export function quoteIdentifier(id: string): string {
  if (typeof id !== 'string') throw new InvalidArgumentError('id', 'a string');
  const shown = id.length > maxIdLength ? `${id.slice(0, maxIdLength).toWellFormed()}…` : id;
  return JSON.stringify(shown).replace(hidden, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
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
