import { Connection } from '../shared/connection.ts';

/** A request and the status of the response that it must get. */
export interface Timed {
  readonly bytes: Buffer;
  readonly status: number;
}

/** What a client saw of a slice of requests. */
export interface Driven {
  /** From when each request was due until its response was there, in milliseconds. */
  readonly latencies: readonly number[];
  readonly seconds: number;
  /** The responses that came while requests were still due: a slow server has others left to send. */
  readonly onTime: number;
  /** The responses with another status than the specified one. */
  readonly wrong: number;
}

/**
 * Sends requests at a fixed rate, whether responses come or not, as a crowd of clients does (open loop). A request that is
 * due while all connections wait for responses is sent as soon as one of them is free, and its latency counts from
 * when it was due. With an infinite rate a request is due when a connection is free.
 *
 * @param next makes the next request; `undefined` ends the slice.
 * @param perSecond the rate of all connections together.
 */
export async function drive(
  connections: readonly Pick<Connection, 'send'>[],
  next: () => Timed | undefined,
  perSecond: number,
): Promise<Driven> {
  const latencies: number[] = [];
  const arrivals: number[] = [];
  let wrong = 0;
  let taken = 0;
  const pacer = new Pacer();
  const begin = performance.now();
  const work = async (connection: Pick<Connection, 'send'>) => {
    for (let request = next(); request; request = next()) {
      const due = perSecond === Infinity ? performance.now() : begin + (taken++ * 1000) / perSecond;
      if (due > performance.now()) await pacer.until(due);
      const { status } = await connection.send(request.bytes);
      const arrival = performance.now();
      arrivals.push(arrival);
      latencies.push(arrival - due);
      if (status !== request.status) wrong++;
    }
  };
  await Promise.all(connections.map(work));
  const end = performance.now();
  const lastDue = perSecond === Infinity ? end : begin + (taken * 1000) / perSecond;
  const onTime = arrivals.filter((arrival) => arrival <= lastDue).length;
  return { latencies, seconds: (end - begin) / 1000, onTime, wrong };
}

/** The number of connections over which records are created beforehand. */
export const loadingConnections = 64;

/** Sends some requests as fast as responses come. Rejects when one has another status than the specified one. */
export async function sendAll(port: number, requests: Iterable<Timed>): Promise<void> {
  const connections = await Connection.openMany(port, loadingConnections);
  const iterator = requests[Symbol.iterator]();
  const { wrong } = await drive(connections, () => iterator.next().value ?? undefined, Infinity);
  for (const connection of connections) connection.close();
  if (wrong > 0) throw new Error(`${wrong} records could not be created.`);
}

/**
 * Waits for moments that come one after the other. Timers are late by a millisecond and more, so it looks at the clock in
 * each turn of the event loop, which keeps a CPU busy.
 */
class Pacer {
  readonly #waiting: { readonly due: number; readonly go: () => void }[] = [];
  #first = 0;

  /** Resolves at `due`. Calls come in the order of their times. */
  until(due: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ due, go });
      if (this.#waiting.length === this.#first + 1) setImmediate(this.#look);
    });
  }

  readonly #look = () => {
    const now = performance.now();
    let one = this.#waiting[this.#first];
    while (one && one.due <= now) {
      one.go();
      one = this.#waiting[++this.#first];
    }
    if (one) setImmediate(this.#look);
  };
}
