/**
 * Returns the strong entity tag of a text (RFC 9110 section 8.8.3): the same for the same text on every store and
 * in every version. It has 128 bits of MurmurHash3 over the UTF-16 units, so two texts have the same tag by
 * chance never, and on purpose if a client looks for them: it then defeats conditions on a record that it may
 * write anyway.
 */
export function entityTagOf(text: string): string {
  const lanes: Lanes = [0, 0, 0, 0];
  const whole = text.length - (text.length % unitsPerBlock);
  for (let index = 0; index < whole; index += unitsPerBlock) mixBlock(lanes, text, index);
  if (whole < text.length) mixBlock(lanes, text.slice(whole).padEnd(unitsPerBlock, '\0'), 0);
  return `"${finish(lanes, text.length).map(toHex).join('')}"`;
}

type Lanes = [number, number, number, number];

/** Each of the four lanes takes two UTF-16 units of a block. */
const unitsPerBlock = 8;

// The constants of MurmurHash3_x86_128.
const [c1, c2, c3, c4] = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];

function mixBlock(lanes: Lanes, text: string, index: number): void {
  let [h1, h2, h3, h4] = lanes;
  h1 ^= Math.imul(rotate(Math.imul(pair(text, index), c1), 15), c2);
  h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
  h2 ^= Math.imul(rotate(Math.imul(pair(text, index + 2), c2), 16), c3);
  h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
  h3 ^= Math.imul(rotate(Math.imul(pair(text, index + 4), c3), 17), c4);
  h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
  h4 ^= Math.imul(rotate(Math.imul(pair(text, index + 6), c4), 18), c1);
  h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  lanes[0] = h1;
  lanes[1] = h2;
  lanes[2] = h3;
  lanes[3] = h4;
}

function pair(text: string, index: number): number {
  return text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** Mixes the length and the lanes, so that each bit depends on all. */
function finish(lanes: Lanes, length: number): Lanes {
  const [h1, h2, h3, h4] = addUp(lanes.map((lane) => lane ^ length) as Lanes);
  return addUp([avalanche(h1), avalanche(h2), avalanche(h3), avalanche(h4)]);
}

function addUp([h1, h2, h3, h4]: Lanes): Lanes {
  const sum = (h1 + h2 + h3 + h4) | 0;
  return [sum, (h2 + sum) | 0, (h3 + sum) | 0, (h4 + sum) | 0];
}

function avalanche(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function toHex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0');
}
