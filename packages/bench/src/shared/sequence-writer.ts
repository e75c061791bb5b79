import { type Connection, requestBytes } from './connection.ts';
import type { Ledger } from './ledger.ts';
import type { State } from './read-records.ts';

/** The maximum length of the filler, in characters: long records span several pages of a database. */
const maxFiller = 3000;

/**
 * A client that writes identifiers of its own, with a higher number in the description each time. An identifier whose
 * write was refused is replaced by a new one, because its content is unknown until it is read.
 */
export class SequenceWriter {
  readonly #name: string;
  readonly #ids: string[];
  readonly #ledger: Ledger;
  readonly #random: () => number;
  #sequence = 0;
  #replaced = 0;
  /** How long each acknowledged write took, in milliseconds. */
  readonly times: number[] = [];
  /** Responses that were not 200. */
  readonly refused: string[] = [];

  constructor(name: string, idCount: number, ledger: Ledger, random: () => number) {
    this.#name = name;
    this.#ids = Array.from({ length: idCount }, (_, index) => `writer-${name}/${index}`);
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Writes until `isOver` returns true. Rejects when the connection breaks. */
  async write(connection: Connection, isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.writeOnce(connection);
  }

  /** Writes once, and waits for the response. */
  async writeOnce(connection: Connection): Promise<void> {
    const index = Math.floor(this.#random() * this.#ids.length);
    const id = this.#ids[index] as string;
    const { method, state } = this.#choose(this.#ledger.acknowledged(id));
    const request = requestBytes(method, id, state);
    this.#ledger.attempt(id, state);
    const begin = performance.now();
    const { status, body } = await connection.send(request);
    if (status !== 200) {
      this.refused.push(`${method} ${id}: ${status} ${body}`);
      this.#ids[index] = `writer-${this.#name}/again-${++this.#replaced}`;
      return;
    }
    this.times.push(performance.now() - begin);
    this.#ledger.acknowledge(id, state);
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
