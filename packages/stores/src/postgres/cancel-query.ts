import { once } from 'node:events';
import { connect } from 'node:net';
import type { PoolClient } from 'pg';

/** "Frontend/Backend Protocol", Message Formats: CancelRequest. */
const cancelRequestCode = 80_877_102;
/** Milliseconds. */
const patience = 1000;

/**
 * Asks the server to end what a connection is doing, which goes on otherwise, also when the connection is gone.
 * Resolves when it was asked, or does not listen. The connection must be kept until then: a pooler knows it by that.
 */
export async function cancelQuery(client: PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as PoolClient & {
    readonly processID: number | null;
    readonly secretKey: number | null;
  };
  if (processID === null || secretKey === null) return;
  const request = Buffer.alloc(16);
  for (const [index, value] of [16, cancelRequestCode, processID, secretKey].entries()) {
    request.writeInt32BE(value, index * 4);
  }
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  const timer = setTimeout(() => socket.destroy(), patience);
  // The server answers nothing, and closes the connection when it is done.
  socket.resume().write(request);
  await closed.catch(() => {});
  clearTimeout(timer);
}
