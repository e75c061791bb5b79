import { Buffer } from 'node:buffer';
import { ConnectionEndedError } from '../http/service.ts';

/** The timeout of a wait for the server has ended. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMED_OUT';
}

const lineFeed = 0x0a;

/** Received bytes that are not read yet. A reader waits for missing bytes, with a timeout. */
export class ByteQueue {
  readonly #timeout: number;
  #bytes: Buffer = Buffer.alloc(0);
  /**
   * Received since `#bytes` was last joined. Joining at every arrival would copy a long body many times.
   */
  #arrived: Buffer[] = [];
  #ended = false;
  #isReset = false;
  #wake: () => void = () => {};

  /** @param timeout how long to wait for the next bytes, in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  push(bytes: Buffer): void {
    this.#arrived.push(bytes);
    this.#wake();
  }

  /** Marks the end: no more bytes will come. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Marks an end that is not orderly, such as a reset. */
  reset(): void {
    this.#isReset = true;
    this.end();
  }

  /** Reads a line, without its line break (CR LF or LF). */
  async line(): Promise<string> {
    for (let searched = 0; ; ) {
      const position = this.#join().indexOf(lineFeed, searched);
      if (position >= 0)
        return this.#take(position + 1)
          .toString('latin1')
          .replace(/\r?\n$/, '');
      searched = this.#bytes.length;
      await this.#more('a line');
    }
  }

  /** Reads exactly `count` bytes. */
  async take(count: number): Promise<Uint8Array> {
    while (this.#length() < count) await this.#more(`${count} bytes after ${this.#length()}`);
    this.#join();
    return this.#take(count);
  }

  /** Reads all bytes until the end. */
  async rest(): Promise<Uint8Array> {
    while (!this.#ended) await this.#arrival('the end of the connection');
    return this.#take(this.#join().length);
  }

  /** Reads all bytes until the end, which must be orderly. */
  async untilEnd(): Promise<Uint8Array> {
    const bytes = await this.rest();
    if (this.#isReset)
      throw new ConnectionEndedError('The connection was reset within a body without a length.');
    return bytes;
  }

  #length(): number {
    return this.#arrived.reduce((sum, { length }) => sum + length, this.#bytes.length);
  }

  #join(): Buffer {
    if (this.#arrived.length > 0) this.#bytes = Buffer.concat([this.#bytes, ...this.#arrived]);
    this.#arrived = [];
    return this.#bytes;
  }

  #take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  async #more(what: string): Promise<void> {
    if (this.#ended) throw new ConnectionEndedError(`The connection ended before ${what}.`);
    await this.#arrival(what);
  }

  #arrival(what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new TimeoutError(`Timed out after ${this.#timeout} ms waiting for ${what}.`)),
        this.#timeout,
      );
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
