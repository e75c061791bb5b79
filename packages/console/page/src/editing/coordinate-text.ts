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
