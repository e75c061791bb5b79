import type { Coordinates } from '../api.ts';
import { capitalized } from '../shown-text.ts';

/** A coordinate that was typed: a number, or what is wrong with the text. */
type CoordinateInput = { readonly value: number } | { readonly fault: string };

/** A number as JSON has it. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a coordinate as the service would. */
export function parseCoordinate(text: string): CoordinateInput {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'is missing' };
  if (/^[^,.]*\d,\d+$/.test(trimmed)) return { fault: 'has a comma; write a point' };
  if (!jsonNumber.test(trimmed)) return { fault: 'is not a number, such as 48.8584 or -2.5' };
  // As in the service, -0 is 0.
  const value = Number(trimmed) + 0;
  return Number.isFinite(value) ? { value } : { fault: 'is too large' };
}

/** Says why coordinates may be a mistake; `undefined` for a place on the globe. */
export function describeDoubt({ latitude, longitude }: Coordinates): string | undefined {
  const [isNorth, isEast] = [Math.abs(latitude) <= 90, Math.abs(longitude) <= 180];
  if (isNorth && isEast) return undefined;
  const isExchanged = !isNorth && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
  if (isExchanged) return `The latitude ${latitude} is beyond ±90: latitude and longitude may be exchanged.`;
  const doubts = [
    ...(isNorth ? [] : [`The latitude ${latitude} is beyond ±90`]),
    ...(isEast ? [] : [`the longitude ${longitude} is beyond ±180`]),
  ];
  return `${capitalized(doubts.join(', and '))}.`;
}
