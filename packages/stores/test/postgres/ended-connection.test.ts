import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { openPostgresStore } from '@location-records/stores/postgres';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

/** A message of the server: "Frontend/Backend Protocol", Message Formats. */
function message(type: string, ...parts: readonly (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(part);
      return bytes;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** A server that welcomes a client and ends the connection in the same breath, as one that is being stopped. */
async function startEndingServer(): Promise<string> {
  const ready = [message('R', 0), message('K', 1, 2), message('Z', 'I')];
  const end = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([...ready, end])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `postgres://me@127.0.0.1:${(server.address() as AddressInfo).port}/places`;
}

it('of a connection as soon as it is made fails opening, and not the process', async () => {
  const url = await startEndingServer();
  await expect(openPostgresStore({ url })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  const pool = new pg.Pool({ connectionString: url });
  onTestFinished(() => pool.end());
  await expect(openPostgresStore({ pool })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});
