import type { Connection } from '../connection.ts';
import type { Contestant } from './contestants.ts';
import type { Cost } from './cost.ts';

/** Sends `count` requests over all connections, and gives what each cost the server. */
export async function measureSlice(
  { server, connections }: Contestant,
  request: Uint8Array,
  expectedBody: string,
  count: number,
): Promise<Cost> {
  const before = await server.usage();
  const each = Math.floor(count / connections.length);
  await Promise.all(connections.map((connection) => repeat(connection, request, expectedBody, each)));
  const after = await server.usage();
  const user = after.user - before.user;
  const total = user + after.system - before.system;
  return { total: total / (each * connections.length), user: user / (each * connections.length) };
}

async function repeat(connection: Connection, request: Uint8Array, expectedBody: string, count: number) {
  for (let sent = 0; sent < count; sent++) {
    const { status, body } = await connection.send(request);
    if (status !== 200 || body !== expectedBody) throw new Error(`Answered ${status} ${body}`);
  }
}
