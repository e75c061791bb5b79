import { Connection } from './connection.ts';
import type { State } from './ledger.ts';
import { requestBytes } from './request-bytes.ts';

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
      if (status !== 200 && !isAbsent) throw new Error(`GET of ${id} answered ${status} ${body}`);
      take(id, isAbsent ? undefined : body);
    }
  };
  await Promise.all(connections.map(read));
  for (const connection of connections) connection.close();
}
