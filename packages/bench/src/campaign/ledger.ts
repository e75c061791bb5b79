import { Connection, requestBytes } from '../connection.ts';

/** The JSON text of a record, or `undefined` if it is absent. */
export type State = string | undefined;

/**
 * The last acknowledged write of every identifier, and the attempt after it. One client writes each
 * identifier and waits for every response, so at most one attempt is open. A record must hold one of the two.
 */
export class Ledger {
  readonly #acknowledged = new Map<string, State>();
  readonly #attempted = new Map<string, { readonly state: State }>();

  acknowledged(id: string): State {
    return this.#acknowledged.get(id);
  }

  attempt(id: string, state: State): void {
    this.#attempted.set(id, { state });
  }

  acknowledge(id: string, state: State): void {
    this.#acknowledged.set(id, state);
    this.#attempted.delete(id);
  }

  /**
   * Reads every record and the list. Resolves to what is wrong, and takes what was read as acknowledged.
   */
  async verify(port: number): Promise<readonly string[]> {
    const wrong: string[] = [];
    const present = new Map<string, string>();
    const ids = [...new Set([...this.#acknowledged.keys(), ...this.#attempted.keys()])].values();
    const connections = await Connection.openMany(port, 8);
    const read = async (connection: Connection) => {
      for (const id of ids) {
        const found = await getRecord(connection, id);
        if (found !== undefined) present.set(id, found);
        const mays = [{ state: this.#acknowledged.get(id) }, this.#attempted.get(id)];
        if (!mays.some((may) => may && may.state === found)) {
          wrong.push(`${id} holds ${cut(found)}; acknowledged was ${cut(this.#acknowledged.get(id))}`);
        }
        this.acknowledge(id, found);
      }
    };
    await Promise.all(connections.map(read));
    for (const connection of connections) connection.close();
    return [...wrong, ...(await listFaults(port, present))];
  }
}

async function getRecord(connection: Connection, id: string): Promise<State> {
  const { status, body } = await connection.send(requestBytes('GET', id));
  if (status === 200) return body;
  if (status === 404) return undefined;
  throw new Error(`The response to GET ${id} was ${status} ${body}`);
}

/** Reports a list that differs from the responses to the GETs. */
async function listFaults(port: number, present: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const list = (await response.json()) as readonly (readonly [string, unknown])[];
  const isRight =
    list.length === present.size &&
    list.every(([id, location]) => present.get(id) === JSON.stringify(location));
  return isRight ? [] : ['The list differs from the responses to the GETs.'];
}

function cut(text: State): string {
  return text === undefined ? 'nothing' : text.slice(0, 60);
}
