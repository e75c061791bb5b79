/** A coordinate that was typed: a number, or what is wrong with the text. */
export type CoordinateInput =
  | {
      readonly value: number;
      /** Whether the number has exactly the digits that were typed. */
      readonly isExact: boolean;
    }
  | { readonly fault: string };

/** A number as JSON has it. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a coordinate as the service would, with every digit that a number of 64 bits can hold. */
export function parseCoordinate(text: string): CoordinateInput {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'is missing' };
  if (/^[^,.]*\d,\d+$/.test(trimmed)) return { fault: 'has a comma; write a point' };
  if (!jsonNumber.test(trimmed)) return { fault: 'is not a number, such as 48.8584 or -2.5' };
  // As in the service, -0 is 0.
  const value = Number(trimmed) + 0;
  if (!Number.isFinite(value)) return { fault: 'is too large' };
  return { value, isExact: digitsOf(trimmed) === digitsOf(String(value)) };
}

/** A decimal number as its digits without zeros at the ends, and the exponent of the last one. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.replace(/^-/, '').split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
