/** Bytes that are some shorter bytes over and over, and a rest. */
export interface Repetition {
  readonly unit: Uint8Array;
  readonly times: number;
  readonly rest: Uint8Array;
}

/** How often something must come to be told as a repetition, and up to which size it is looked for. */
const minTimes = 4;
const maxLength = 2 ** 20;

/** Finds what bytes repeat from their beginning to their end, as whole HTTP requests may. */
export function repetitionOf(bytes: Uint8Array): Repetition | undefined {
  if (bytes.length > maxLength) return undefined;
  const period = bytes.length - longestBorder(bytes);
  const times = Math.floor(bytes.length / period);
  if (times < minTimes) return undefined;
  return { unit: bytes.subarray(0, period), times, rest: bytes.subarray(times * period) };
}

/** The length of the longest beginning that is also the end (the failure function of Knuth, Morris and Pratt). */
function longestBorder(bytes: Uint8Array): number {
  const borders = new Int32Array(bytes.length);
  let length = 0;
  for (let position = 1; position < bytes.length; position++) {
    while (length > 0 && bytes[position] !== bytes[length]) length = borders[length - 1] ?? 0;
    if (bytes[position] === bytes[length]) length++;
    borders[position] = length;
  }
  return length;
}
