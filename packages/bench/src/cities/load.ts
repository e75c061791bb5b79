import { Connection } from '../shared/connection.ts';
import { requestBytes } from '../shared/request-bytes.ts';
import type { Place } from './cities.ts';
import { scriptOf } from './script-of.ts';

/** What loading came to. */
export interface Loading {
  readonly requests: number;
  /** Responses with another status than the specified one. */
  readonly surprises: readonly string[];
}

/** Sends the scripts of all places, each over one of several connections, and many at once. */
export async function loadCities(
  port: number,
  places: readonly Place[],
  connectionCount: number,
): Promise<Loading> {
  const connections = await Connection.openMany(port, connectionCount);
  const surprises: string[] = [];
  let requests = 0;
  let next = 0;
  const work = async (connection: Connection) => {
    while (next < places.length) {
      const index = next++;
      const place = places[index] as Place;
      for (const { method, body, status } of scriptOf(place, index).steps) {
        const answer = await connection.send(requestBytes(method, place.id, body));
        requests++;
        if (answer.status !== status)
          surprises.push(`${method} ${place.id}: ${answer.status} ${answer.body}`);
      }
    }
  };
  await Promise.all(connections.map(work));
  for (const connection of connections) connection.close();
  return { requests, surprises };
}
