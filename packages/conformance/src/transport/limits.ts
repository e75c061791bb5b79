/** The server sends more than is read, so that it cannot fill the memory. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
  readonly code = 'LIMIT_EXCEEDED';
}

/** The longest head of a response, and the longest trailer section, in bytes. */
export const maxHead = 2 ** 16;
/** The longest size line of a chunk with its extensions, in bytes. */
export const maxChunkLine = 2 ** 12;
/** The most interim responses (1xx) before the final one. */
export const maxInterim = 8;
/** The most bytes of bodies that are kept at a time: three times the longest list of the HTTP contract. */
export const maxBodies = 2 ** 26;

/** How many bytes of bodies may be kept, of one response or of several ones together. */
export class Allowance {
  readonly #max: number;
  #left: number;

  constructor(max: number) {
    this.#max = max;
    this.#left = max;
  }

  /** @throws {LimitError} when fewer bytes are left. */
  expect(count: number): void {
    if (count > this.#left) throw new LimitError(`The server sends more than ${this.#max / 2 ** 20} MiB.`);
  }

  /** Uses bytes up. Throws as `expect` does. */
  take(count: number): void {
    this.expect(count);
    this.#left -= count;
  }
}
