import { StoreError } from '@location-records/core';
import type { Service, ServiceResponse } from './ask-service.ts';

/** How long a record of a service may be, in bytes of JSON. */
export const maxRecordLength = 2 ** 22;
/** How long the report about many records may be, in bytes. */
export const maxReportLength = 2 ** 24;
/** How much of an error is read, in bytes. */
const maxErrorLength = 2 ** 16;
/** How many brackets and commas may be outside of texts: a value takes far more memory than its two bytes. */
const maxParts = 200_000;

const [quote, backslash, comma, openBracket, openBrace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Counts the bytes and the parts of JSON that a service sends, and ends what is beyond its bounds. */
export class Bounds {
  readonly #service: Service;
  readonly #what: string;
  readonly #maxLength: number;
  #length = 0;
  #parts = 0;
  #isInString = false;
  #isEscaped = false;

  /** @param what what it is in a message: `a record`. */
  constructor(service: Service, what: string, maxLength: number) {
    this.#service = service;
    this.#what = what;
    this.#maxLength = maxLength;
  }

  /** @throws {StoreError} `STORE_UNSUITABLE` when it is too much. */
  count(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (const byte of bytes) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === quote) this.#isInString = !this.#isInString;
      else if (this.#isInString) this.#isEscaped = byte === backslash;
      else if (byte === comma || byte === openBracket || byte === openBrace) this.#parts++;
    }
    if (this.#length > this.#maxLength) this.#end(`longer than ${this.#maxLength / 2 ** 20} MiB`);
    if (this.#parts > maxParts) this.#end(`of more than ${maxParts} parts`);
  }

  /** Begins to count anew, since what came was read. */
  restart(): void {
    this.#length = this.#parts = 0;
  }

  #end(size: string): never {
    const problem = `${this.#what} in its response is ${size}`;
    throw new StoreError(
      'STORE_UNSUITABLE',
      `The service at ${this.#service.url} cannot be used: ${problem}.`,
    );
  }
}

/** Passes a body on within its bounds, which count anew after the chunks that end a part. */
export async function* bounded(
  body: AsyncIterable<Uint8Array>,
  bounds: Bounds,
  endsPart: (chunk: Uint8Array) => boolean = () => false,
): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of body) {
    bounds.count(chunk);
    yield chunk;
    if (endsPart(chunk)) bounds.restart();
  }
  return undefined;
}

/**
 * Reads the whole body of a response.
 *
 * @throws {StoreError} (rejects) `STORE_UNSUITABLE` when it is beyond the bounds.
 */
export async function readText({ body }: Pick<ServiceResponse, 'body'>, bounds: Bounds): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(body, bounds)) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Reads the first 64 KiB of the body of a response: all of an error that says what is wrong.
 *
 * @param more how many bytes are read beyond, for an error that repeats what was sent.
 */
export async function readError({ body }: Pick<ServiceResponse, 'body'>, more = 0): Promise<string> {
  const maxLength = maxErrorLength + more;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxLength) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxLength));
}
