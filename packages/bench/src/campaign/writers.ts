import { setTimeout } from 'node:timers/promises';
import { Connection, requestBytes } from '../connection.ts';
import type { Ledger, State } from './ledger.ts';
import { seededRandom } from './settings.ts';

const writerCount = 64;
const idsPerWriter = 4;
/** Long records span several pages of a database. */
const maxFiller = 3000;

/** Clients that each write their own identifiers, with a higher number each time. */
export class Writers {
  readonly #writers: readonly SequenceWriter[];

  constructor(ledger: Ledger, seed: number) {
    this.#writers = Array.from(
      { length: writerCount },
      (_, index) => new SequenceWriter(index, ledger, seededRandom(seed + index + 1)),
    );
  }

  /** The number of acknowledged writes so far. */
  get acknowledged(): number {
    return this.#writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  }

  /**
   * Writes over a connection each until `act` is over, or the server closes the connections.
   *
   * @param pause the pause of each client after a write, in milliseconds.
   */
  async writeDuring(port: number, act: () => Promise<void>, pause = 0): Promise<void> {
    const connections = await Connection.openMany(port, writerCount);
    let isOver = false;
    const writing = this.#writers.map(async (writer, index) => {
      try {
        while (!isOver) {
          await writer.writeOnce(connections[index] as Connection);
          if (pause > 0) await setTimeout(pause);
        }
      } catch {
        // The server was killed.
      }
    });
    await act().finally(() => {
      isOver = true;
    });
    await Promise.all(writing);
    for (const connection of connections) connection.close();
  }
}

class SequenceWriter {
  readonly #name: number;
  readonly #ids: string[];
  readonly #ledger: Ledger;
  readonly #random: () => number;
  #sequence = 0;
  #refused = 0;
  acknowledged = 0;

  constructor(name: number, ledger: Ledger, random: () => number) {
    this.#name = name;
    this.#ids = Array.from({ length: idsPerWriter }, (_, index) => `writer-${name}/${index}`);
    this.#ledger = ledger;
    this.#random = random;
  }

  /**
   * Writes once. A record whose write was refused is unknown until it is read, so another one takes its
   * place.
   */
  async writeOnce(connection: Connection): Promise<void> {
    const index = Math.floor(this.#random() * this.#ids.length);
    const id = this.#ids[index] as string;
    const { method, state } = this.#choose(this.#ledger.acknowledged(id));
    this.#ledger.attempt(id, state);
    const { status } = await connection.send(requestBytes(method, id, state));
    if (status === 200) {
      this.acknowledged++;
      this.#ledger.acknowledge(id, state);
    } else {
      this.#ids[index] = `writer-${this.#name}/after-${++this.#refused}`;
      await setTimeout(20);
    }
  }

  #choose(current: State): { readonly method: string; readonly state: State } {
    const choice = this.#random();
    if (current !== undefined && choice < 0.1) return { method: 'DELETE', state: undefined };
    return { method: current !== undefined && choice < 0.7 ? 'PUT' : 'POST', state: this.#nextContent() };
  }

  /** Every member has the number in it, so that a mixture of two versions equals neither. */
  #nextContent(): string {
    const sequence = ++this.#sequence;
    const filler = String(sequence % 10).repeat(Math.floor(this.#random() ** 4 * maxFiller));
    const coordinates = { latitude: sequence, longitude: -sequence };
    return JSON.stringify({ description: `${sequence} ${filler}`, coordinates });
  }
}
