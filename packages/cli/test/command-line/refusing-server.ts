import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that refuses every request with this message, or responds to none. */
export async function withServer(
  message: ((headers: Readonly<Record<string, unknown>>) => unknown) | undefined,
  act: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(({ headers }, response) => {
    if (message) response.writeHead(403).end(JSON.stringify({ error_message: message(headers) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
