import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { LocationStore } from '@location-records/core';
import { print, printTable, type Verdict } from '@location-records/dev-kit/campaigns';
import { type RedisCluster, startRedisCluster } from '@location-records/dev-kit/engines';
import { openRedisStore } from '@location-records/stores/redis';
import { createCluster } from 'redis';
import { median } from '../shared/statistics.ts';
import { alternate, type Call, printMedians } from './rounds.ts';

const records = 10_000;
const location = { description: 'a place', coordinates: { latitude: 1.5, longitude: 2.5 } };
const stored = JSON.stringify(location);
/** How long calls go on after a master was killed, in milliseconds. */
const outage = 8000;

const idOf = (number: number) => `record-${number % records}`;
const keyOf = (id: string) => `plain:{${Number.parseInt(hash('sha256', id).slice(0, 8), 16) % 1024}}`;

async function openPlain(cluster: RedisCluster) {
  const client = createCluster({ rootNodes: cluster.urls.map((url) => ({ url })) });
  client.on('error', () => {});
  await client.connect();
  return client;
}
type Plain = Awaited<ReturnType<typeof openPlain>>;

/** Measures the store beside `createCluster` of the package `redis` with the same commands. */
export async function compareCluster(verdict: Verdict, short: boolean): Promise<void> {
  const cluster = await startRedisCluster();
  try {
    await compareOpening(cluster, short ? 3 : 15);
    const store = await openRedisStore({ url: cluster.urls });
    const plain = await openPlain(cluster);
    const putPlain: Call = (number) => plain.hSet(keyOf(idOf(number)), idOf(number), stored);
    for (let start = 0; start < records; start += 500) {
      const numbers = Array.from({ length: 500 }, (_, index) => start + index);
      await Promise.all(numbers.flatMap((number) => [store.put(idOf(number), location), putPlain(number)]));
    }
    const getPlain: Call = async (number) =>
      JSON.parse((await plain.hGet(keyOf(idOf(number)), idOf(number))) ?? '');
    const tasks: [string, Map<string, Call>][] = [
      [
        'get',
        new Map([
          ['the store', (number: number) => store.get(idOf(number))],
          ['createCluster', getPlain],
        ]),
      ],
      [
        'put',
        new Map([
          ['the store', (number: number) => store.put(idOf(number), location)],
          ['createCluster', putPlain],
        ]),
      ],
    ];
    for (const [task, contestants] of tasks) {
      const options = { rounds: short ? 2 : 10, clients: 64, milliseconds: short ? 200 : 1000 };
      const results = await alternate(contestants, options);
      print(`Redis Cluster, ${task}, 64 clients`);
      printMedians(results);
    }
    await loseMaster(cluster, store, plain, verdict);
    await store.close();
    plain.destroy();
  } finally {
    await cluster.stop();
  }
}

async function compareOpening(cluster: RedisCluster, rounds: number): Promise<void> {
  const times = new Map<string, number[]>([
    ['the store', []],
    ['createCluster', []],
  ]);
  for (let round = 0; round < rounds; round++) {
    let begin = performance.now();
    const store = await openRedisStore({ url: cluster.urls });
    times.get('the store')?.push(performance.now() - begin);
    await store.close();
    begin = performance.now();
    const plain = await openPlain(cluster);
    await plain.hGet(keyOf('a'), 'a');
    times.get('createCluster')?.push(performance.now() - begin);
    plain.destroy();
  }
  print('Redis Cluster, opening until the first call is done');
  printTable(
    ['', 'ms'],
    [...times].map(([name, all]) => [name, median(all).toFixed(1)]),
  );
}

/** Kills a master while clients call both, and prints the outcomes of the calls. */
async function loseMaster(
  cluster: RedisCluster,
  store: LocationStore,
  plain: Plain,
  verdict: Verdict,
): Promise<void> {
  const contestants = new Map<string, Call>([
    ['the store', (number) => store.put(idOf(number), location)],
    ['createCluster', (number) => plain.hSet(keyOf(idOf(number)), idOf(number), stored)],
  ]);
  const rows: string[][] = [];
  const [victim] = await cluster.masters();
  const end = performance.now() + 1000 + outage;
  const loads = [...contestants].map(async ([name, call]) => {
    const outcome = { done: 0, failed: 0, slowest: 0, pending: 0 };
    const client = async (first: number) => {
      for (let number = first; performance.now() < end; number += 16) {
        const begin = performance.now();
        outcome.pending++;
        await call(number).then(
          () => outcome.done++,
          () => outcome.failed++,
        );
        outcome.pending--;
        outcome.slowest = Math.max(outcome.slowest, performance.now() - begin);
        await setTimeout(5);
      }
    };
    const all = Promise.all(Array.from({ length: 16 }, (_, first) => client(first)));
    await Promise.race([all, setTimeout(1000 + outage + 15_000)]);
    const { done, failed, slowest, pending } = outcome;
    rows.push([name, String(done), String(failed), slowest.toFixed(0), String(pending)]);
  });
  await setTimeout(1000);
  await victim?.kill();
  await Promise.all(loads);
  print('Redis Cluster, puts of 16 clients while a master is killed and its replica takes over');
  printTable(['', 'done', 'failed', 'slowest ms', 'not settled'], rows.sort());
  verdict.check('every record can be written after the failover', await isWritable(store));
}

async function isWritable(store: LocationStore): Promise<boolean> {
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const outcomes = await Promise.allSettled(numbers.map((number) => store.put(idOf(number), location)));
  return outcomes.every(({ status }) => status === 'fulfilled');
}
