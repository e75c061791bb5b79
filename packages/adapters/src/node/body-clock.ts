import type { IncomingMessage } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';

/** How many bytes of a body, or its rest, must arrive in time. */
const minProgress = 16_384;

/** The longest time between two looks at the bodies, in milliseconds. */
const maxInterval = 1000;

/** How much of a body had arrived at a time. */
interface Progress {
  at: number;
  bytes: number;
}

/**
 * Gives up bodies that arrive too slowly: a client that drips bytes would keep its connection. One timer looks
 * at the bodies of all requests, so that a body that arrives at once costs nearly nothing.
 */
export class BodyClock {
  readonly #time: number;
  readonly #giveUp: (message: IncomingMessage) => void;
  readonly #bodies = new Map<IncomingMessage, { readonly bytesRead: () => number; seen?: Progress }>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param time how long 16 KiB of a body, or its rest, may take, in milliseconds.
   * @param giveUp called with each request whose body takes longer.
   */
  constructor(time: number, giveUp: (message: IncomingMessage) => void) {
    this.#time = time;
    this.#giveUp = giveUp;
  }

  /** Watches the body of a request until {@link end}. `bytesRead` tells how much of it has arrived. */
  begin(message: IncomingMessage, bytesRead: () => number): void {
    this.#bodies.set(message, { bytesRead });
    this.#timer ??= setInterval(() => this.#look(), Math.min(this.#time / 2, maxInterval)).unref();
  }

  end(message: IncomingMessage): void {
    this.#bodies.delete(message);
  }

  #look(): void {
    // The next body starts it again.
    if (this.#bodies.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const now = performance.now();
    for (const [message, body] of this.#bodies) {
      const bytes = body.bytesRead();
      if (!body.seen || bytes - body.seen.bytes >= minProgress) body.seen = { at: now, bytes };
      else if (now - body.seen.at >= this.#time) {
        this.#bodies.delete(message);
        this.#giveUp(message);
      }
    }
  }
}
