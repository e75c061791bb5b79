/** Two halves of 32 bits that stand for a text (FNV-1a and a multiplication by another prime, mixed). */
function halvesOf(text: string): readonly [high: number, low: number] {
  let [high, low] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return [mixed(high ^ Math.imul(low, 0x85ebca6b)), mixed(low ^ Math.imul(high, 0xc2b2ae35))];
}

function mixed(half: number): number {
  let value = Math.imul(half ^ (half >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Returns 13 letters and digits that stand for a text. */
export function shortHash(text: string): string {
  const [high, low] = halvesOf(text);
  return ((BigInt(high) << 32n) | BigInt(low)).toString(36).padStart(13, '0');
}

/** The digests of a text begin with the number of its part. */
const partBits = 8;
const growth = 1.25;

/**
 * Finds texts that repeat among millions, in 4 to 5 bytes for each. Digests have 40 bits: among millions, some
 * different texts seem to repeat.
 */
export class TextDigests {
  readonly #parts = Array.from({ length: 2 ** partBits }, () => ({ digests: new Uint32Array(16), size: 0 }));
  #isSorted = false;

  add(text: string): void {
    const [high, low] = halvesOf(text);
    const part = this.#partOf(high);
    if (part.size === part.digests.length) {
      const larger = new Uint32Array(Math.ceil(part.size * growth));
      larger.set(part.digests);
      part.digests = larger;
    }
    part.digests[part.size++] = low;
  }

  /** Returns whether a text was probably added twice or more. No text can be added afterwards. */
  repeated(): (text: string) => boolean {
    this.#sort();
    const found = new Set<number>();
    for (const [number, { digests }] of this.#parts.entries()) {
      for (let index = 1; index < digests.length; index++) {
        if (digests[index] === digests[index - 1]) found.add(number * 2 ** 32 + (digests[index] as number));
      }
    }
    if (found.size === 0) return () => false;
    return (text) => {
      const [high, low] = halvesOf(text);
      return found.has((high >>> (32 - partBits)) * 2 ** 32 + low);
    };
  }

  /** Whether any text was probably added twice or more. No text can be added afterwards. */
  get hasRepeated(): boolean {
    this.#sort();
    return this.#parts.some(({ digests }) => digests.some((digest, index) => digest === digests[index - 1]));
  }

  /** Whether a text was probably added. No text can be added afterwards. */
  has(text: string): boolean {
    this.#sort();
    const [high, low] = halvesOf(text);
    const { digests } = this.#partOf(high);
    let [from, to] = [0, digests.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((digests[middle] as number) < low) from = middle + 1;
      else to = middle;
    }
    return digests[from] === low;
  }

  #partOf(high: number) {
    return this.#parts[high >>> (32 - partBits)] as { digests: Uint32Array; size: number };
  }

  #sort(): void {
    if (this.#isSorted) return;
    for (const part of this.#parts) part.digests = part.digests.subarray(0, part.size).sort();
    this.#isSorted = true;
  }
}
