import { get, type IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Connection, requestBytes } from './connection.ts';

/** What a record may hold: its JSON text, or `undefined` where it is absent. */
export type State = string | undefined;

/** Gets every record over several connections, and passes each to `take`. */
export async function getRecords(
  port: number,
  ids: readonly string[],
  connectionCount: number,
  take: (id: string, found: State) => void,
): Promise<void> {
  let next = 0;
  const connections = await Connection.openMany(port, connectionCount);
  const read = async (connection: Connection) => {
    while (next < ids.length) {
      const id = ids[next++] as string;
      const { status, body } = await connection.send(requestBytes('GET', id));
      const isAbsent =
        status === 404 && body === JSON.stringify({ error_message: `Resource not found: ${id}` });
      if (status !== 200 && !isAbsent) throw new Error(`The response to GET ${id} was ${status} ${body}`);
      take(id, isAbsent ? undefined : body);
    }
  };
  await Promise.all(connections.map(read));
  for (const connection of connections) connection.close();
}

/** Sends a GET on a connection of its own, and resolves to the response when its head is there. */
export function openGet(port: number, path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: false }, resolve).on('error', reject);
  });
}

/**
 * Reads the whole Location list. Calls `onFirst` when the first bytes are there, and then reads no more for `stallMs`.
 * Rejects when the response is not 200 or is aborted.
 */
export async function readList(port: number, stallMs = 0, onFirst = () => {}): Promise<Buffer> {
  const response = await openGet(port, '/');
  if (response.statusCode !== 200) throw new Error(`The response to GET / was ${response.statusCode}.`);
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    if (chunks.length === 0) onFirst();
    // While this loop waits, only the small buffer of the stream is filled from the socket.
    if (chunks.length === 0 && stallMs > 0) await setTimeout(stallMs);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The records of a Location list, each as its JSON text by identifier.
 *
 * @throws {Error} when it is not an array of pairs, or has an identifier twice.
 */
export function parseList(bytes: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (const pair of JSON.parse(bytes.toString()) as unknown[]) {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== 'string') {
      throw new Error(`The list has an element that is not a pair: ${JSON.stringify(pair)}`);
    }
    if (records.has(pair[0])) throw new Error(`The list has the identifier ${pair[0]} twice.`);
    records.set(pair[0], JSON.stringify(pair[1]));
  }
  return records;
}
