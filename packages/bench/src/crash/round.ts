import { setTimeout } from 'node:timers/promises';
import { Connection } from '../shared/connection.ts';
import type { SequenceWriter } from '../shared/sequence-writer.ts';
import type { ServerProcess } from '../shared/server-process.ts';

/** Has all writers write over a connection each, and kills the server `delayMs` after they began. */
export async function writeUntilKilled(
  server: ServerProcess,
  writers: readonly SequenceWriter[],
  delayMs: number,
): Promise<void> {
  const connections = await Connection.openMany(server.port, writers.length);
  const broken = writers.map((writer, index) =>
    writer.write(connections[index] as Connection, () => false).catch(() => {}),
  );
  await setTimeout(delayMs);
  await server.kill();
  await Promise.all(broken);
}
