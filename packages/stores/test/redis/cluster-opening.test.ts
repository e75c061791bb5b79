import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type ClientPackage, loadClientPackage } from '../../src/redis/client.ts';
import { keySlot, slotCount } from '../../src/redis/cluster-servers.ts';
import { openWithClient } from '../../src/redis/open-redis-store.ts';
import { checkOptions } from '../../src/redis/options.ts';
import { formatKey } from '../../src/redis/stored-records.ts';
import { clusterMap, type FakeRedis, type FakeReply, startFakeRedis, text } from './fake-redis.ts';
import { sampleLocation } from './store-steps.ts';

const count = 3;
const info = text('cluster_enabled:1\r\nmaxmemory_policy:noeviction\r\n');
const formatOwner = Math.floor((keySlot(formatKey('location-records')) * count) / slotCount);

it('costs two connections to each master, and no command twice', async () => {
  const { nodes, open } = await startCluster();
  await open();
  for (const [index, { received }] of nodes.entries()) {
    const [first = [], second = [], ...more] = [0, 1, 2].map((connection) =>
      received.filter(([number]) => number === connection).map(([, ...args]) => args.slice(0, 2).join(' ')),
    );
    const key = formatKey('location-records');
    const found = index === 0 ? ['CLUSTER SLOTS'] : [];
    const format = index === formatOwner ? [`GET ${key}`, `SET ${key}`] : [];
    expect(first).toEqual(['PING', 'INFO', ...found, ...format]);
    expect(second).toEqual(['PING']);
    expect(more.flat()).toEqual([]);
  }
});

it('asks the masters at the same time', async () => {
  const asked: Socket[] = [];
  let wereTogether = false;
  const { open } = await startCluster((index, [command], socket) => {
    if (command !== 'INFO' || index === 0) return null;
    // No node replies before all have been asked.
    if (asked.push(socket) === count - 1) {
      wereTogether = true;
      for (const waiting of asked) waiting.write(info);
    }
    return undefined;
  });
  await open({ timeout: 2000 });
  expect(wereTogether).toBe(true);
});

it('makes one class of clients, however many connections there are', async () => {
  const { open } = await startCluster();
  let made = 0;
  const store = await open({}, (clientPackage) => ({
    ...clientPackage,
    createClient(options) {
      made++;
      return clientPackage.createClient(options);
    },
  }));
  await store.put('a', sampleLocation(1));
  expect(made).toBe(1);
});

it('does not wait for a master that hangs', async () => {
  const hanging = (formatOwner + 1) % count || (formatOwner + 2) % count;
  const { open } = await startCluster((index) => (index === hanging ? undefined : null));
  await expect(open({ timeout: 1000 })).resolves.toBeDefined();
});

/** A cluster of masters whose first one is named to the store. `reply` says what a node replies instead. */
async function startCluster(
  reply: (index: number, args: readonly string[], socket: Socket) => FakeReply | null = () => null,
) {
  const nodes: FakeRedis[] = [];
  for (let index = 0; index < count; index++) {
    const node = await startFakeRedis((args, socket) => {
      const own = reply(index, args, socket);
      if (own !== null) return own;
      if (args[0] === 'INFO') return info;
      return args[0] === 'CLUSTER' ? clusterMap(nodes.map(({ port }) => port)) : null;
    });
    onTestFinished(() => node.stop());
    nodes.push(node);
  }
  return {
    nodes,
    async open(
      options: { readonly timeout?: number } = {},
      change: (clientPackage: ClientPackage) => ClientPackage = (clientPackage) => clientPackage,
    ) {
      const settings = checkOptions({ url: nodes[0]?.url as string, timeout: 60_000, ...options });
      const store = await openWithClient(change(await loadClientPackage()), settings);
      onTestFinished(() => store.close());
      return store;
    },
  };
}
