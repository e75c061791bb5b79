import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LocationRecord } from '@location-records/core';
import { Connection, requestBytes } from '../shared/connection.ts';
import { seededRandom } from '../shared/random.ts';
import type { TileTime } from './tiles.ts';

const writerCount = 16;

/** How far a moved record goes, in degrees. */
const step = 0.001;

/** What was measured while clients wrote. */
export interface TileTimes {
  readonly times: readonly TileTime[];
  readonly writes: number;
  readonly refused: number;
}

/**
 * Times tiles while 16 clients move records. The client of the tiles has a process of its own, so that the work of the
 * writers is not taken for the server's.
 */
export async function timeTiles(
  port: number,
  records: readonly LocationRecord[],
  rounds: number,
): Promise<TileTimes> {
  const random = seededRandom(3);
  let isOver = false;
  let [writes, refused] = [0, 0];
  const write = async (connection: Connection) => {
    while (!isOver) {
      const [id, { coordinates, ...rest }] = records[Math.floor(random() * records.length)] as LocationRecord;
      const latitude = coordinates.latitude + (random() - 0.5) * step;
      const body = JSON.stringify({ ...rest, coordinates: { ...coordinates, latitude } });
      const { status } = await connection.send(requestBytes('PUT', id, body));
      if (status === 200) writes++;
      else refused++;
    }
  };
  const connections = await Connection.openMany(port, writerCount);
  const writing = Promise.all(connections.map(write));
  const client = fork(fileURLToPath(new URL('./tile-client.ts', import.meta.url)), [
    String(port),
    String(rounds),
  ]);
  try {
    const ended = once(client, 'exit').then(() => {
      throw new Error('The client of the tiles ended.');
    });
    const [times] = (await Promise.race([once(client, 'message'), ended])) as [readonly TileTime[]];
    return { times, writes, refused };
  } finally {
    isOver = true;
    client.kill('SIGKILL');
    await writing;
    for (const connection of connections) connection.close();
  }
}
