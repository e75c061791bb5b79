import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { printTable, withTemporaryFolder } from '@location-records/workspace/campaigns';
import { canStart, startPostgres, startRedis } from '@location-records/workspace/engines';
import { ServerProcess } from '../server-process.ts';
import { type Settings, seededRandom } from './settings.ts';

const clientCount = 64;
/** The first pause of a client that another one has overtaken, and the longest, in milliseconds. */
const [firstPause, longestPause] = [5, 500];

/** A running engine. */
interface Engine {
  readonly store: string;
  readonly stop?: () => Promise<void>;
}

/** The engines that this machine can start, by their names. */
function enginesIn(folder: string): Readonly<Record<string, () => Promise<Engine>>> {
  return {
    memory: async () => ({ store: 'memory:' }),
    SQLite: async () => ({ store: `sqlite:${join(folder, 'increments.db')}` }),
    ...(canStart('PostgreSQL') && {
      PostgreSQL: async () => {
        const server = await startPostgres();
        return { store: server.url, stop: () => server.stop() };
      },
    }),
    ...(canStart('Redis') && {
      Redis: async () => {
        const server = await startRedis();
        return { store: `redis://127.0.0.1:${server.port}`, stop: () => server.stop() };
      },
    }),
  };
}

/**
 * Many clients add one to the same record, each on the entity tag that it has read. No increment may be lost.
 */
export async function increments({ isShort, seed, check }: Settings): Promise<void> {
  const count = isShort ? 640 : 10_048;
  const random = seededRandom(seed);
  const rows = await withTemporaryFolder(async (folder) => {
    const rows: string[][] = [];
    for (const [name, start] of Object.entries(enginesIn(folder))) {
      const engine = await start();
      try {
        const { requests, latitude } = await run(engine.store, count, random);
        rows.push([name, String(count), String(requests), String(count - latitude)]);
        check(`increments, ${name}: none is lost`, latitude === count);
      } finally {
        await engine.stop?.();
      }
    }
    return rows;
  });
  printTable(['increments by 64 clients', 'done', 'requests', 'lost'], rows);
}

async function run(store: string, count: number, random: () => number) {
  const server = await ServerProcess.startCommand(store, {}, ['--etags']);
  const url = `http://127.0.0.1:${server.port}/counter`;
  let requests = 0;
  const ask = (init: RequestInit) => {
    requests++;
    return fetch(url, init);
  };
  const write = (method: string, latitude: number, condition: Readonly<Record<string, string>>) =>
    ask({
      method,
      headers: { 'Content-Type': 'application/json', ...condition },
      body: JSON.stringify({ coordinates: { latitude, longitude: 0 } }),
    });
  const read = async () => {
    const response = await ask({});
    const { coordinates } = (await response.json()) as {
      readonly coordinates: { readonly latitude: number };
    };
    return { tag: response.headers.get('ETag') ?? '', latitude: coordinates.latitude };
  };
  const increment = async (times: number) => {
    let pause = firstPause;
    for (let done = 0; done < times; ) {
      const { tag, latitude } = await read();
      const { status } = await write('PUT', latitude + 1, { 'If-Match': tag });
      if (status !== 200 && status !== 412 && status !== 503) throw new Error(`A PUT was ${status}.`);
      if (status === 200) done++;
      else await setTimeout(random() * pause);
      pause = status === 200 ? firstPause : Math.min(2 * pause, longestPause);
    }
  };
  try {
    await write('POST', 0, { 'If-None-Match': '*' });
    await Promise.all(Array.from({ length: clientCount }, () => increment(count / clientCount)));
    return { requests, latitude: (await read()).latitude };
  } finally {
    await server.stop();
  }
}
