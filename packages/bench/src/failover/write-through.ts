import { setTimeout } from 'node:timers/promises';
import type { Connection } from '../shared/connection.ts';
import type { SequenceWriter } from '../shared/sequence-writer.ts';

/** What the clients saw of an outage. */
interface Outage {
  /** The number of responses that were not 200. */
  readonly refused: number;
  /** The longest wait for a response, in milliseconds. */
  readonly longestWait: number;
  /**
   * The time from the kill until the engine had recovered and each client had a write acknowledged after that, in
   * milliseconds.
   */
  readonly recovery: number;
}

/** The pause of a refused client before its next write, in milliseconds. */
const pauseMs = 20;

/** Has all writers write while the engine is killed and recovers, until each has a write acknowledged again. */
export async function writeThrough(
  writers: readonly SequenceWriter[],
  connections: readonly Connection[],
  kill: () => Promise<void>,
  recover: () => Promise<void>,
): Promise<Outage> {
  const refusedBefore = countRefused(writers);
  let longestWait = 0;
  let recoveredAt = Number.POSITIVE_INFINITY;
  const unserved = new Set(writers);
  const write = async (writer: SequenceWriter, connection: Connection) => {
    while (unserved.size > 0) {
      const begin = performance.now();
      const before = writer.refused.length;
      await writer.writeOnce(connection);
      longestWait = Math.max(longestWait, performance.now() - begin);
      if (writer.refused.length > before) await setTimeout(pauseMs);
      else if (begin > recoveredAt) unserved.delete(writer);
    }
  };
  const writing = Promise.all(
    writers.map((writer, index) => write(writer, connections[index] as Connection)),
  );
  await Promise.race([kill(), writing]);
  const killedAt = performance.now();
  await Promise.race([recover(), writing]);
  recoveredAt = performance.now();
  await writing;
  const recovery = performance.now() - killedAt;
  return { refused: countRefused(writers) - refusedBefore, longestWait, recovery };
}

function countRefused(writers: readonly SequenceWriter[]): number {
  return writers.reduce((sum, { refused }) => sum + refused.length, 0);
}
