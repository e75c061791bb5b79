import { type Agent, get, type IncomingMessage } from 'node:http';
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

/** Sends a GET, and resolves to the response when its head is there. Without an agent it has a connection of its own. */
export function openGet(port: number, path: string, agent: Agent | false = false): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, resolve).on('error', reject);
  });
}

/** How a list is read. */
interface Reading {
  /** @default '/' */
  readonly path?: string;
  /** Keeps the connection for the next reading. */
  readonly agent?: Agent;
  /** No more is read for so long after the first bytes. */
  readonly stallMs?: number;
  /** Is called when the first bytes are there. */
  readonly onFirst?: () => void;
}

/** Reads the whole Location list. Rejects when the response is not 200 or is aborted. */
export async function readList(port: number, reading?: Reading): Promise<Buffer> {
  return Buffer.concat(await readListChunks(port, reading));
}

/** Does the same, and leaves the list in the chunks that it came in. */
export async function readListChunks(
  port: number,
  { path = '/', agent, stallMs = 0, onFirst }: Reading = {},
): Promise<readonly Buffer[]> {
  const response = await openGet(port, path, agent);
  if (response.statusCode !== 200) throw new Error(`The response to GET ${path} was ${response.statusCode}.`);
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    if (chunks.length === 0) onFirst?.();
    // While this loop waits, only the small buffer of the stream is filled from the socket.
    if (chunks.length === 0 && stallMs > 0) await setTimeout(stallMs);
    chunks.push(chunk);
  }
  return chunks;
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
