// kill -9 at random moments under many writers. See the README.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { Connection } from '../shared/connection.ts';
import { Ledger, verifyRecords } from '../shared/ledger.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { SequenceWriter } from '../shared/sequence-writer.ts';
import { ServerProcess } from '../shared/server-process.ts';

const values = readFlags({
  rounds: { type: 'number', min: 1 },
  seed: { type: 'number', min: 0, max: maxSeed },
});
const rounds = values.rounds ?? (values.short ? 5 : 50);
const writerCount = 64;
const idsPerWriter = 4;
/** The server is killed at most this many milliseconds after the writers began. */
const maxDelay = 800;

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same delays and writes, though not the same crash');
  const random = seededRandom(seed);
  const ledger = new Ledger();
  const writers = Array.from(
    { length: writerCount },
    (_, index) => new SequenceWriter(String(index), idsPerWriter, ledger, seededRandom(seed + index + 1)),
  );
  const acknowledgedWrites = () => writers.reduce((sum, { times }) => sum + times.length, 0);
  const rows: string[][] = [];
  await withTemporaryFolder(async (folder) => {
    const store = `sqlite:${join(folder, 'crash.db')}`;
    let server = await ServerProcess.startCli(store);
    for (let round = 1; round <= rounds; round++) {
      const delay = random() * maxDelay;
      const before = acknowledgedWrites();
      await writeUntilKilled(server, writers, delay);
      const open = ledger.openAttempts;
      server = await ServerProcess.startCli(store);
      const { landed, wrong, isListRight } = await verifyRecords(server.port, ledger);
      for (const problem of wrong) print(problem);
      verdict.check(
        `round ${round}: no acknowledged write is lost, none is half-written`,
        wrong.length === 0,
      );
      verdict.check(`round ${round}: the list is well-formed and holds the same as the GETs`, isListRight);
      const figures = [delay, acknowledgedWrites() - before, open, landed, server.startedIn];
      rows.push([String(round), ...figures.map((figure) => figure.toFixed(0))]);
    }
    verdict.check('the server stopped', (await server.stop()) === 0);
  });
  const refused = writers.flatMap((writer) => writer.refused);
  for (const response of refused.slice(0, 10)) print(response);
  verdict.check('every response was 200', refused.length === 0);
  verdict.check('there were writes to lose', acknowledgedWrites() > 0);
  printTable(
    ['round', 'killed after ms', 'acknowledged', 'unacknowledged', 'of these landed', 'restart ms'],
    rows,
  );
  print(`${acknowledgedWrites()} acknowledged writes in ${rounds} rounds, seed ${seed}`);
});

/** Has all writers write over a connection each, and kills the server `delayMs` after they began. */
async function writeUntilKilled(
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
