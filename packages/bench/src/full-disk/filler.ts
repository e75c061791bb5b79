import { type Connection, type ReceivedResponse, requestBytes } from '../shared/connection.ts';
import type { Ledger } from '../shared/ledger.ts';

const description = 'x'.repeat(3000);

/** Creates records through one connection, and enters in the ledger what was acknowledged. */
export class Filler {
  readonly #connection: Connection;
  readonly #ledger: Ledger;
  #count = 0;

  constructor(connection: Connection, ledger: Ledger) {
    this.#connection = connection;
    this.#ledger = ledger;
  }

  /** Creates one more record. */
  async add(): Promise<ReceivedResponse> {
    const number = this.#count++;
    const body = JSON.stringify({ description, coordinates: { latitude: number, longitude: 0 } });
    const id = `filler-${number}`;
    this.#ledger.attempt(id, body);
    const response = await this.#connection.send(requestBytes('POST', id, body));
    if (response.status === 200) this.#ledger.acknowledge(id, body);
    return response;
  }

  /** Creates records until one is refused, or `limit` were created. Resolves to the response to the last. */
  async addUntilRefused(limit: number): Promise<ReceivedResponse> {
    let response = await this.add();
    for (let count = 1; count < limit && response.status === 200; count++) response = await this.add();
    return response;
  }
}
