import type { CaseResponse, Connection } from '../http/service.ts';

/** Sends a request on a connection of its own, and reads the answer. */
export async function exchange(
  connect: () => Promise<Connection>,
  request: Uint8Array,
  method: string,
): Promise<CaseResponse> {
  const connection = await connect();
  try {
    // Not awaited: a server may answer without reading the body.
    const sent = connection.send(request);
    sent.catch(() => {});
    const response = await connection.receive(method);
    connection.destroy();
    await sent;
    return response;
  } finally {
    connection.destroy();
  }
}
