// Flushes per acknowledged write, and how long reads take meanwhile. Needs Linux and strace. See the README.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Verdict } from '@location-records/dev-kit/campaigns';
import { printTable, readFlags, runCampaign, withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { Connection, requestBytes } from '../shared/connection.ts';
import { type Latency, probeDuring } from '../shared/probe.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { median, quantile } from '../shared/statistics.ts';
import { countFlushes, withSlowFlushes } from '../shared/strace.ts';
import { type Writing, writeFor } from './write-for.ts';

const values = readFlags({});
const phaseMs = values.short ? 1500 : 10_000;
const writerCount = 64;
/** How much longer a flush takes, in milliseconds, as on a far slower disk. */
const slowFlushMs = 50;
const probed = 'probed';
const rows: string[][] = [];

await runCampaign(values, async (verdict) => {
  const memory = await ServerProcess.startCli('memory:');
  await measure(verdict, 'memory, no writers', memory);
  await measure(verdict, 'memory, 64 writers', memory, (write) => write());
  verdict.check('the server on memory stopped', (await memory.stop()) === 0);

  await withTemporaryFolder(async (folder) => {
    const server = await ServerProcess.startCli(`sqlite:${join(folder, 'durability.db')}`);
    await measure(verdict, 'SQLite, no writers', server);
    await measure(verdict, 'SQLite, 64 writers', server, (write) => write());
    let flushes = 0;
    const counted = await measure(verdict, 'SQLite, counted', server, async (write) => {
      flushes = await countFlushes(server.pid, join(folder, 'flushes'), write);
    });
    const slow = await measure(verdict, `SQLite, flush +${slowFlushMs} ms`, server, (write) =>
      withSlowFlushes(server.pid, slowFlushMs, write),
    );
    verdict.check('flushes were counted', flushes > 0);
    verdict.check(
      'no write is acknowledged before a flush could have ended',
      Math.min(...(slow.writing?.times ?? [0])) >= slowFlushMs,
    );
    verdict.check('GETs do not wait for the disk', slow.latency.median < slowFlushMs / 2);
    verdict.target('flushes per acknowledged write', flushes / (counted.writing?.times.length ?? 0), 1 / 8);
    verdict.check('the server on SQLite stopped', (await server.stop()) === 0);
  });
  printTable(['', 'writes/s', 'write median ms', 'p99', 'GET median ms', 'p99', 'max', 'GETs'], rows);
});

/** Times GETs alone, or while `around` runs the writers, and checks what was written. */
async function measure(
  verdict: Verdict,
  title: string,
  { port }: ServerProcess,
  around?: (write: () => Promise<void>) => Promise<void>,
): Promise<{ readonly latency: Latency; readonly writing: Writing | undefined }> {
  await storeProbed(port);
  let writing: Writing | undefined;
  const write = async () => {
    writing = await writeFor(port, writerCount, phaseMs);
  };
  const { latency } = await probeDuring(port, probed, () => (around ? around(write) : setTimeout(phaseMs)));
  if (around) {
    verdict.check(`${title}: there were writes`, (writing?.times.length ?? 0) > 0);
    verdict.check(`${title}: every response was 200`, writing?.refused.length === 0);
    verdict.check(`${title}: what was acknowledged is there`, writing?.wrong === 0);
  }
  const times = writing?.times ?? [];
  rows.push([
    title,
    writing?.perSecond.toFixed(0) ?? '',
    writing ? median(times).toFixed(1) : '',
    writing ? quantile(times, 0.99).toFixed(1) : '',
    ...[latency.median, latency.p99, latency.max].map((figure) => figure.toFixed(2)),
    String(latency.count),
  ]);
  return { latency, writing };
}

async function storeProbed(port: number): Promise<void> {
  const connection = await Connection.open(port);
  await connection.send(requestBytes('POST', probed, '{"coordinates":{"latitude":0,"longitude":0}}'));
  connection.close();
}
