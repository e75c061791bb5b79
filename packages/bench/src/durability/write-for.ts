import { setTimeout } from 'node:timers/promises';
import { Connection } from '../shared/connection.ts';
import { Ledger } from '../shared/ledger.ts';
import { seededRandom } from '../shared/random.ts';
import { getRecords } from '../shared/read-records.ts';
import { SequenceWriter } from '../shared/sequence-writer.ts';

/** What concurrent writers did. */
export interface Writing {
  /** How long each acknowledged write took, in milliseconds. */
  readonly times: readonly number[];
  readonly perSecond: number;
  readonly refused: readonly string[];
  /** The number of records that do not hold what was acknowledged last. */
  readonly wrong: number;
}

const idsPerWriter = 4;

/** Has `writerCount` clients write for `durationMs`, each waiting for every response, then reads every record. */
export async function writeFor(port: number, writerCount: number, durationMs: number): Promise<Writing> {
  const ledger = new Ledger();
  const name = String(Math.round(performance.now()));
  const writers = Array.from(
    { length: writerCount },
    (_, index) => new SequenceWriter(`${name}-${index}`, idsPerWriter, ledger, seededRandom(index)),
  );
  const connections = await Connection.openMany(port, writerCount);
  let isOver = false;
  const begin = performance.now();
  const done = writers.map((writer, index) => writer.write(connections[index] as Connection, () => isOver));
  await Promise.race([setTimeout(durationMs), Promise.all(done)]);
  isOver = true;
  await Promise.all(done);
  const seconds = (performance.now() - begin) / 1000;
  for (const connection of connections) connection.close();
  let wrong = 0;
  await getRecords(port, ledger.ids, 8, (id, found) => {
    if (ledger.judge(id, found) !== 'kept') wrong++;
  });
  const times = writers.flatMap((writer) => writer.times);
  const refused = writers.flatMap((writer) => writer.refused);
  return { times, perSecond: times.length / seconds, refused, wrong };
}
