import { writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '@location-records/workspace/engines';
import { requestBytes } from '../connection.ts';
import { ServerProcess } from '../server-process.ts';
import { inTurn, median, quantile, ratioText, withConnections } from './measure.ts';
import type { Build, Comparison, Table } from './results.ts';
import { StoreCaller } from './stores.ts';

/** A running server with the records, and what was seen of its lists. */
interface Listed {
  readonly name: string;
  readonly server: ServerProcess;
  readonly seconds: number[];
  /** The 99th percentile of another client's GETs during a list, in milliseconds. */
  readonly others: number[];
}

/** Compares how long lists of many records take, and how long other clients wait for a GET. */
export async function compareLists(comparison: Comparison, folder: string): Promise<readonly Table[]> {
  const records = comparison.short ? 10_000 : 1_000_000;
  const engines: PostgresServer[] = [];
  try {
    const file = join(folder, 'records.json');
    await writeFile(file, listOf(records));
    return [
      await compareOn('memory', comparison, records, async (build, settings) =>
        ServerProcess.startCommand('memory:', settings, ['--data', file], build.bin),
      ),
      await compareOn('SQLite', comparison, records, async (build, settings) => {
        const path = join(folder, `list-${build.name.replace(' ', '-')}.db`);
        await StoreCaller.loadOnce(build, 'sqlite', { path }, records);
        return ServerProcess.startCommand(`sqlite:${path}`, settings, [], build.bin);
      }),
      await compareOn('PostgreSQL', comparison, records, async (build, settings) => {
        const engine = await startPostgres({ settings: { fsync: 'off' } });
        engines.push(engine);
        const { url } = engine;
        await StoreCaller.loadOnce(build, 'postgres', { url }, records);
        return ServerProcess.startCommand(url, settings, [], build.bin);
      }),
    ];
  } finally {
    await Promise.all(engines.map((engine) => engine.stop()));
  }
}

async function compareOn(
  store: string,
  { builds, rounds, short, wrapper }: Comparison,
  records: number,
  start: (build: Build, settings: { wrapper: readonly string[] }) => Promise<ServerProcess>,
): Promise<Table> {
  const listed: Listed[] = [];
  for (const build of builds) {
    const server = await start(build, { wrapper });
    listed.push({ name: build.name, server, seconds: [], others: [] });
  }
  for (let round = 0; round < (short ? 1 : Math.min(rounds, 5)); round++) {
    for (const { server, seconds, others } of inTurn(listed, round)) {
      seconds.push(await readList(server, records));
      others.push(await othersDuring(server, () => readList(server, records)));
    }
  }
  await Promise.all(listed.map(({ server }) => server.stop()));
  const first = listed[0] as Listed;
  return {
    title: `The list of ${records.toLocaleString('en')} records, ${store}`,
    head: ['build', 's', `times ${first.name}`, "p99 of others' GETs, ms"],
    rows: listed.map(({ name, seconds, others }) => [
      name,
      median(seconds).toFixed(2),
      ratioText(seconds, first.seconds),
      median(others).toFixed(1),
    ]),
  };
}

/**
 * Resolves to the seconds until the last byte. Rejects if the list is cut or has another number of records.
 */
async function readList({ port }: ServerProcess, records: number): Promise<number> {
  const begin = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/', agent: false }, resolve).on('error', reject);
  });
  let count = 0;
  for await (const chunk of response) count += bracketsIn(chunk);
  if (count !== records + 1) throw new Error(`The list has ${count - 1} records, not ${records}.`);
  return (performance.now() - begin) / 1000;
}

/** Counts the records: each of these has one bracket, and the list another. Fast, since GETs wait for this client. */
function bracketsIn(chunk: Buffer): number {
  let count = 0;
  for (let index = chunk.indexOf('['); index !== -1; index = chunk.indexOf('[', index + 1)) count++;
  return count;
}

async function othersDuring(server: ServerProcess, act: () => Promise<unknown>): Promise<number> {
  const request = requestBytes('GET', 'record-00000000');
  return withConnections(server, 1, async ([connection]) => {
    const times: number[] = [];
    let isOver = false;
    const acting = act().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const begin = performance.now();
      await connection?.send(request);
      times.push(performance.now() - begin);
    }
    await acting;
    return quantile(times, 0.99);
  });
}

function listOf(count: number): string {
  const pairs = Array.from({ length: count }, (_, index) => {
    const coordinates = { latitude: (index % 18_000) / 100 - 90, longitude: (index % 36_000) / 100 - 180 };
    const id = `record-${String(index).padStart(8, '0')}`;
    return JSON.stringify([id, { description: `Record number ${index}`, coordinates }]);
  });
  return `[${pairs.join(',')}]`;
}
