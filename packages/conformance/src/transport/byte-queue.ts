import { Buffer } from 'node:buffer';
import { ConnectionEndedError } from '../http/service.ts';
import { LimitError } from './limits.ts';

/** The timeout of a wait for the server has ended. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMED_OUT';
}

const lineFeed = 0x0a;
/** From this number of bytes on that nobody waits for, no more are received. */
const maxUnread = 2 ** 16;

/** Stops receiving bytes, and goes on. */
export interface Flow {
  stop(): void;
  goOn(): void;
}

/** Received bytes that are not read yet. A reader waits for missing bytes, until a deadline. */
export class ByteQueue {
  readonly #flow: Flow;
  #bytes: Buffer = Buffer.alloc(0);
  /** Received since `#bytes` was last joined. */
  #arrived: Buffer[] = [];
  /** The length of all of them. */
  #length = 0;
  #timeout = 0;
  #deadline = 0;
  #ended = false;
  #isReset = false;
  /** Wakes the reader; `undefined` when none waits. */
  #wake: (() => void) | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Lets the reads from now on take this time together, in milliseconds. */
  startTimer(timeout: number): void {
    this.#timeout = timeout;
    this.#deadline = performance.now() + timeout;
  }

  push(bytes: Buffer): void {
    this.#arrived.push(bytes);
    this.#length += bytes.length;
    if (this.#wake) this.#wake();
    else if (this.#length >= maxUnread) this.#flow.stop();
  }

  /** Marks the end: no more bytes will come. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Marks an end that is not orderly, such as a reset. */
  reset(): void {
    this.#isReset = true;
    this.end();
  }

  /**
   * Reads a line, without its line break (CR LF or LF).
   *
   * @throws {LimitError} (rejects) when it has more than `max` bytes. `what` names it.
   */
  async line(max: number, what: string): Promise<string> {
    for (let searched = 0; ; ) {
      const position = this.#join().indexOf(lineFeed, searched);
      if ((position < 0 ? this.#length : position) > max) throw new LimitError(`${what} is too long.`);
      if (position >= 0)
        return this.#take(position + 1)
          .toString('latin1')
          .replace(/\r?\n$/, '');
      searched = this.#length;
      await this.#more('a line');
    }
  }

  /** Reads at least one byte, and no more than `max`. */
  async some(max: number): Promise<Buffer> {
    if (this.#length === 0) await this.#more(`${max} bytes`);
    return this.#take(Math.min(max, this.#length));
  }

  /** Reads some bytes; `undefined` at the end. */
  async someUntilEnd(): Promise<Buffer | undefined> {
    while (this.#length === 0 && !this.#ended) await this.#arrival('the end of the connection');
    return this.#length > 0 ? this.#take(this.#length) : undefined;
  }

  /** @throws {ConnectionEndedError} when the end was not orderly. */
  expectOrderlyEnd(): void {
    if (this.#isReset)
      throw new ConnectionEndedError('The connection was reset within a body without a length.');
  }

  #join(): Buffer {
    if (this.#arrived.length > 0) this.#bytes = Buffer.concat([this.#bytes, ...this.#arrived]);
    this.#arrived = [];
    return this.#bytes;
  }

  #take(count: number): Buffer {
    const bytes = this.#join();
    this.#bytes = bytes.subarray(count);
    this.#length -= count;
    return bytes.subarray(0, count);
  }

  async #more(what: string): Promise<void> {
    if (this.#ended) throw new ConnectionEndedError(`The connection ended before ${what}.`);
    await this.#arrival(what);
  }

  #arrival(what: string): Promise<void> {
    const left = this.#deadline - performance.now();
    const late = () => new TimeoutError(`Timed out after ${this.#timeout} ms waiting for ${what}.`);
    // Checked here, too: bytes may arrive before every timer.
    if (left <= 0) return Promise.reject(late());
    this.#flow.goOn();
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#wake = undefined;
        act();
      };
      const timer = setTimeout(() => settle(() => reject(late())), left);
      this.#wake = () => settle(resolve);
    });
  }
}
