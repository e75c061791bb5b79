// kill -9 of the engine, not of the service, under many writers. See the README.
import { setTimeout } from 'node:timers/promises';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { Connection } from '../shared/connection.ts';
import { Ledger, verifyRecords } from '../shared/ledger.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { SequenceWriter } from '../shared/sequence-writer.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { type FailingEngine, startFailingCluster, startFailingPostgres } from './failing-engines.ts';
import { writeThrough } from './write-through.ts';

const writerCount = 64;
const idsPerWriter = 4;
/** The engine is killed at most this many milliseconds after the writers began. */
const maxDelay = 800;
/** In milliseconds: the timeout of the stores, and what a busy machine adds to it. */
const maxWait = 5000 + 1500;

const engines = {
  postgres: startFailingPostgres,
  'redis-cluster': () => startFailingCluster(0),
  'redis-cluster-wait': () => startFailingCluster(1),
};
const values = readFlags({
  rounds: { type: 'number', min: 1 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: Object.keys(engines) },
});
const rounds = values.rounds ?? (values.short ? 2 : 10);
const rows: string[][] = [];

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same delays and writes, though not the same crash');
  for (const [name, start] of Object.entries(engines)) {
    if (values.store !== undefined && values.store !== name) continue;
    const engine = await start();
    try {
      await failAgainAndAgain(engine, seed, verdict);
    } finally {
      await engine.stop();
    }
  }
  const head = ['', 'acknowledged', 'refused', 'lost', 'of these lagging', 'longest wait ms', 'recovery ms'];
  printTable(head, rows);
});

async function failAgainAndAgain(engine: FailingEngine, seed: number, verdict: Verdict): Promise<void> {
  const { name, promises } = engine;
  const random = seededRandom(seed);
  const ledger = new Ledger();
  const writers = Array.from(
    { length: writerCount },
    (_, index) => new SequenceWriter(String(index), idsPerWriter, ledger, seededRandom(seed + index + 1)),
  );
  // The server reports many failures while the engine is away.
  const server = await ServerProcess.startCli(engine.url, { stderr: 'ignore' });
  const lost = { all: 0, lagging: 0 };
  const longest: number[] = [];
  const recoveries: number[] = [];
  let refused = 0;
  for (let round = 1; round <= rounds; round++) {
    const isLagging = round % 2 === 0;
    const connections = await Connection.openMany(server.port, writerCount);
    const kill = async () => {
      await setTimeout(random() * maxDelay);
      await engine.kill(random(), isLagging);
    };
    const outage = await writeThrough(writers, connections, kill, engine.recover);
    for (const connection of connections) connection.close();
    await engine.mend();
    const { wrong, isListRight } = await verifyRecords(server.port, ledger);
    for (const problem of wrong.slice(0, 5)) print(problem);
    lost.all += wrong.length;
    if (isLagging) lost.lagging += wrong.length;
    refused += outage.refused;
    longest.push(outage.longestWait);
    recoveries.push(outage.recovery);
    if (promises) {
      verdict.check(`${name}, round ${round}: no acknowledged write is lost`, wrong.length === 0);
    }
    verdict.check(`${name}, round ${round}: the list holds the same as the GETs`, isListRight);
    verdict.check(
      `${name}, round ${round}: every response came within ${maxWait} ms`,
      outage.longestWait <= maxWait,
    );
  }
  verdict.check(`${name}: the server stopped`, (await server.stop()) === 0);
  const acknowledged = writers.reduce((sum, { times }) => sum + times.length, 0);
  verdict.check(`${name}: there were writes to lose`, acknowledged > 0);
  const figures = [Math.max(...longest), Math.max(...recoveries)];
  rows.push([
    name,
    ...[acknowledged, refused, lost.all, lost.lagging, ...figures].map((figure) => figure.toFixed(0)),
  ]);
}
