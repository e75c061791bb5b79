// kill -9 of the engine, not of the service, under many writers. See the README.
import { setTimeout } from 'node:timers/promises';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { print, printTable, readFlags, runCampaign } from '@location-records/dev-kit/campaigns';
import { Connection } from '../shared/connection.ts';
import { Ledger } from '../shared/ledger.ts';
import { seededRandom, seedFrom } from '../shared/random.ts';
import { SequenceWriter } from '../shared/sequence-writer.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { verifyRecords } from '../shared/verify-records.ts';
import type { FailingEngine } from './failing-engine.ts';
import { startFailingPostgres } from './postgres.ts';
import { startFailingCluster } from './redis-cluster.ts';
import { writeThrough } from './write-through.ts';

const values = readFlags({
  rounds: { type: 'string' },
  seed: { type: 'string' },
  store: { type: 'string' },
});
const rounds = Number(values.rounds ?? (values.short ? 2 : 10));
const writerCount = 64;
const idsPerWriter = 4;
/** The engine is killed this many milliseconds after the writers began, at most. */
const maxDelay = 800;
/** Every response must come within the timeout of the stores, plus what a busy machine needs. */
const longestAnswer = 5000 + 1500;

const engines = {
  postgres: startFailingPostgres,
  'redis-cluster': () => startFailingCluster(0),
  'redis-cluster-wait': () => startFailingCluster(1),
};
const rows: string[][] = [];

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed);
  print(`Seed ${seed}: the same with --seed gives the same delays and writes, though not the same crash`);
  for (const [name, start] of Object.entries(engines)) {
    if (values.store !== undefined && values.store !== name) continue;
    const engine = await start();
    try {
      await failAgainAndAgain(engine, seed, verdict);
    } finally {
      await engine.stop();
    }
  }
  const head = [
    '',
    'acknowledged',
    'refused',
    'lost',
    'of these lagging',
    'longest answer ms',
    'recovery ms',
  ];
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
  // It has much to tell while the engine is away.
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
    longest.push(outage.longestAnswer);
    recoveries.push(outage.recovery);
    if (promises) {
      verdict.check(`${name}, round ${round}: no acknowledged write is lost`, wrong.length === 0);
    }
    verdict.check(`${name}, round ${round}: the list tells the same as the GETs`, isListRight);
    verdict.check(
      `${name}, round ${round}: every answer came within ${longestAnswer} ms`,
      outage.longestAnswer <= longestAnswer,
    );
  }
  verdict.check(`${name}: the service stopped in order`, (await server.stop()) === 0);
  const acknowledged = writers.reduce((sum, { times }) => sum + times.length, 0);
  verdict.check(`${name}: there were writes to lose`, acknowledged > 0);
  const figures = [Math.max(...longest), Math.max(...recoveries)];
  rows.push([
    name,
    ...[acknowledged, refused, lost.all, lost.lagging, ...figures].map((figure) => figure.toFixed(0)),
  ]);
}
