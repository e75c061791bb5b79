/** The high and the low half of 64 bits of a text (FNV-1a with a final mix). */
export function digestOf(text: string): bigint {
  let [high, low] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return (
    (BigInt(mixed(high ^ Math.imul(low, 0x85ebca6b))) << 32n) |
    BigInt(mixed(low ^ Math.imul(high, 0xc2b2ae35)))
  );
}

function mixed(half: number): number {
  let value = Math.imul(half ^ (half >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}

const partCount = 16;
const growth = 1.25;

/** Finds texts that repeat among millions, in about 8 bytes for each. */
export class TextDigests {
  readonly #parts = Array.from({ length: partCount }, () => ({ digests: new BigUint64Array(64), size: 0 }));
  #isSorted = false;

  add(text: string): void {
    const digest = digestOf(text);
    const part = this.#partOf(digest);
    if (part.size === part.digests.length) {
      const larger = new BigUint64Array(Math.ceil(part.size * growth));
      larger.set(part.digests);
      part.digests = larger;
    }
    part.digests[part.size++] = digest;
  }

  /** Returns the digests of the texts that were added twice or more. No text can be added afterwards. */
  repeated(): ReadonlySet<bigint> {
    this.#sort();
    const found = new Set<bigint>();
    for (const { digests } of this.#parts) {
      for (let index = 1; index < digests.length; index++) {
        if (digests[index] === digests[index - 1]) found.add(digests[index] as bigint);
      }
    }
    return found;
  }

  /** Whether a text was added. No text can be added afterwards. */
  has(text: string): boolean {
    this.#sort();
    const digest = digestOf(text);
    const { digests } = this.#partOf(digest);
    let [from, to] = [0, digests.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((digests[middle] as bigint) < digest) from = middle + 1;
      else to = middle;
    }
    return digests[from] === digest;
  }

  #partOf(digest: bigint) {
    return this.#parts[Number(digest >> 60n)] as { digests: BigUint64Array; size: number };
  }

  #sort(): void {
    if (this.#isSorted) return;
    for (const part of this.#parts) part.digests = part.digests.subarray(0, part.size).sort();
    this.#isSorted = true;
  }
}
