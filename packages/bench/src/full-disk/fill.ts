import type { Answer, Connection } from '../shared/connection.ts';
import type { Ledger } from '../shared/ledger.ts';
import { requestBytes } from '../shared/request-bytes.ts';

const description = 'x'.repeat(3000);

/** Creates records through one connection, and tells the ledger what was acknowledged. */
export class Filler {
  readonly #connection: Connection;
  readonly #ledger: Ledger;
  #count = 0;

  constructor(connection: Connection, ledger: Ledger) {
    this.#connection = connection;
    this.#ledger = ledger;
  }

  /** Creates one record more. */
  async add(): Promise<Answer> {
    const number = this.#count++;
    const body = JSON.stringify({ description, coordinates: { latitude: number, longitude: 0 } });
    const id = `filler-${number}`;
    this.#ledger.attempt(id, body);
    const answer = await this.#connection.send(requestBytes('POST', id, body));
    if (answer.status === 200) this.#ledger.acknowledge(id, body);
    return answer;
  }

  /** Creates records until one is refused, or `limit` were created. Resolves to the response to the last. */
  async addUntilRefused(limit: number): Promise<Answer> {
    let answer = await this.add();
    for (let count = 1; count < limit && answer.status === 200; count++) answer = await this.add();
    return answer;
  }
}
