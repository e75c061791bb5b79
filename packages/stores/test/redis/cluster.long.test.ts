import { openRedisStore, type RedisStoreOptions } from '@location-records/stores/redis';
import type { RedisServer } from '@location-records/workspace/engines';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it, onTestFinished } from 'vitest';
import {
  everywhere,
  failureOf,
  listAll,
  listIds,
  putMany,
  readBox,
  sampleLocation,
  untilDone,
} from './store-steps.ts';
import { useCluster } from './use-cluster.ts';

describeUnless(lacks({ ownServer: 'Redis' }))('a Redis Cluster', () => {
  const cluster = useCluster({ 'cluster-node-timeout': '1000' });
  let number = 0;

  const count = 3000;
  const all = Array.from({ length: count }, (_, index) => String(index)).sort();

  it('any node of a Redis Cluster leads to it, and its masters share the records', async () => {
    const prefix = `cluster ${number++}`;
    await putMany(await open({ prefix }), count);
    for (const url of cluster.urls) {
      const store = await open({ prefix, url });
      expect(await listIds(store)).toEqual(all);
      expect(await store.get('7')).toEqual(sampleLocation(7));
    }
    for (const master of await cluster.masters()) {
      const keys = (await master.command('keys', `${prefix}:*`)).split('\n');
      expect(keys.length).toBeGreaterThan(250);
    }
  });

  it('a prefix with braces does not keep Redis Cluster from sharing the records', async () => {
    const prefix = `a{b}c${number++}`;
    const store = await open({ prefix });
    await putMany(store, count);
    expect(await listIds(store)).toEqual(all);
    for (const master of await cluster.masters())
      expect(Number(await master.command('dbsize'))).toBeGreaterThan(250);
  });

  it('a bucket that moves to another node during writes and lists loses and doubles nothing', async () => {
    const prefix = `cluster ${number++}`;
    const store = await open({ prefix, buckets: 3, timeout: 60_000 });
    const other = await open({ prefix, timeout: 60_000 });
    await putMany(store, count);
    let isOver = false;
    const write = async () => {
      for (let time = 1; !isOver; time++) {
        const id = String(time % count);
        expect(await store.replace(id, sampleLocation(time))).toBe(true);
        expect(await other.get(id)).toEqual(sampleLocation(time));
      }
    };
    const read = async () => {
      while (!isOver) expect(await listIds(other)).toEqual(all);
    };
    const traffic = Promise.all([write(), read()]);
    try {
      for (let bucket = 0; bucket < 3; bucket++) await moveBucket(`${prefix}:{${bucket}}`);
    } finally {
      isOver = true;
      await traffic;
    }
    expect(await listIds(store)).toEqual(all);
  });

  it('a bucket that is moving between nodes is written and read on both', async () => {
    const prefix = `cluster ${number++}`;
    const store = await open({ prefix, buckets: 1 });
    const key = `${prefix}:{0}`;
    const { source, target, finish } = await beginMove(key);
    // Nothing is there yet, so that the source sends every command on to the target.
    await store.put('a', sampleLocation(1));
    expect(await store.get('a')).toEqual(sampleLocation(1));
    expect(await store.replace('a', sampleLocation(2))).toBe(true);
    expect(await store.replace('b', sampleLocation(2))).toBe(false);
    expect(await listAll(store)).toEqual([['a', sampleLocation(2)]]);
    expect(await source.command('exists', key)).toMatch(/^(0|ASK .*)$/);
    await finish();
    expect(await target.command('exists', key)).toBe('1');
    expect(await store.get('a')).toEqual(sampleLocation(2));
    await store.delete('a');
    expect(await listAll(store)).toEqual([]);
  });

  it('a bucket with places that moves during area queries loses and doubles nothing that stays', async () => {
    const prefix = `cluster ${number++}`;
    const store = await openRedisStore({
      url: cluster.urls,
      prefix,
      buckets: 3,
      areas: true,
      timeout: 60_000,
    });
    onTestFinished(() => store.close());
    await putMany(store, count);
    let isOver = false;
    const isStaying = ([id]: readonly [string, unknown]) => Number(id) >= 100;
    const write = async () => {
      for (let time = 1; !isOver; time++) {
        const id = String(time % 100);
        if (time % 3 === 0) await store.delete(id);
        else await store.put(id, sampleLocation(time));
      }
    };
    const read = async () => {
      while (!isOver) {
        const found = (await readBox(store, everywhere, 500)).filter(isStaying);
        expect(found.map(([id]) => id).sort()).toEqual(all.filter((id) => isStaying([id, undefined])));
      }
    };
    const traffic = Promise.all([write(), write(), read()]);
    try {
      for (let bucket = 0; bucket < 3; bucket++) await moveBucket(`${prefix}:{${bucket}}`);
    } finally {
      isOver = true;
      await traffic;
    }
    const inTheEnd = await listIds(store);
    expect((await readBox(store, everywhere, 500)).map(([id]) => id).sort()).toEqual(inTheEnd);
  });

  it('a bucket moved in part is read, and its writes wait', async () => {
    const prefix = `cluster ${number++}`;
    const store = await openRedisStore({
      url: cluster.urls,
      prefix,
      buckets: 1,
      areas: true,
      timeout: 60_000,
    });
    onTestFinished(() => store.close());
    await store.put('a', sampleLocation(1));
    const key = `${prefix}:{0}`;
    const { source, target, finish } = await beginMove(key);
    await store.put('a', sampleLocation(2));
    await source.command('migrate', '127.0.0.1', String(target.port), key, '0', '5000');
    expect(await readBox(store, everywhere, 5)).toEqual([['a', sampleLocation(2)]]);
    let isWritten = false;
    const write = store.put('a', sampleLocation(3)).then(() => {
      isWritten = true;
    });
    expect(await store.get('a')).toEqual(sampleLocation(2));
    expect(isWritten).toBe(false);
    await finish();
    await write;
    expect(await readBox(store, everywhere, 5)).toEqual([['a', sampleLocation(3)]]);
  });

  it('an ordered failover loses nothing that replicas have confirmed', async () => {
    const prefix = `cluster ${number++}`;
    const store = await open({ prefix, replicas: 1, timeout: 10_000 });
    const traffic = startTraffic(store);
    for (const master of await cluster.masters()) {
      const replica = await replicaOf(master);
      await replica.command('cluster', 'failover');
      await cluster.settled();
    }
    await traffic.end();
    await traffic.check();
  });

  it('a failover after a master ends loses nothing that replicas have confirmed', async () => {
    const prefix = `cluster ${number++}`;
    const store = await open({ prefix, replicas: 1, timeout: 10_000 });
    const traffic = startTraffic(store);
    const [master] = (await cluster.masters()) as [RedisServer];
    await master.kill();
    await masterless(master);
    await master.start();
    await cluster.settled();
    await traffic.end();
    await traffic.check();
  });

  it('a failover is followed while the old master hangs', async () => {
    const prefix = `cluster ${number++}`;
    const store = await open({ prefix, timeout: 2000 });
    await putMany(store, count);
    const [master] = (await cluster.masters()) as [RedisServer];
    master.pause();
    onTestFinished(async () => {
      master.resume();
      await cluster.settled();
    });
    await masterless(master);
    expect(await untilDone(() => listIds(store))).toEqual(all);
    for (const id of all.slice(0, 100)) await untilDone(() => store.put(id, sampleLocation(-1)));
  });

  it('an error names the missing nodes of a Redis Cluster while slots are not served', async () => {
    const prefix = `cluster ${number++}`;
    const store = await open({ prefix, timeout: 3000 });
    await putMany(store, 100);
    const [master] = (await cluster.masters()) as [RedisServer];
    const replica = await replicaOf(master);
    await replica.kill();
    await master.kill();
    const failures = [];
    for (let index = 0; index < 30; index++) {
      failures.push(await failureOf(store.get(String(index))).catch(() => undefined));
    }
    const message = failures.find((failure) => failure !== undefined)?.message;
    expect(message).toMatch(/nothing listens there|does not serve these records/);
    await master.start();
    await replica.start();
    await cluster.settled();
    await untilDone(() => putMany(store, 100));
  });

  async function open(options: Partial<RedisStoreOptions>) {
    const store = await openRedisStore({ url: cluster.urls, ...options });
    onTestFinished(() => store.close());
    return store;
  }

  /** Moves the slot of a key, and the key, from its node to another. */
  async function moveBucket(key: string): Promise<void> {
    const { finish } = await beginMove(key);
    await finish();
  }

  /** Begins to move the slot of a key; `finish` moves the key and its places, and then tells all masters. */
  async function beginMove(key: string) {
    const masters = await cluster.masters();
    const slot = await (masters[0] as RedisServer).command('cluster', 'keyslot', key);
    const ids = new Map<RedisServer, string>();
    for (const master of masters) ids.set(master, await master.command('cluster', 'myid'));
    const [any] = masters as [RedisServer];
    const owner = await ownerOf(any, slot);
    const source = masters.find(({ port }) => port === owner) as RedisServer;
    const target = masters.find((master) => master !== source) as RedisServer;
    await target.command('cluster', 'setslot', slot, 'importing', ids.get(source) as string);
    await source.command('cluster', 'setslot', slot, 'migrating', ids.get(target) as string);
    return {
      source,
      target,
      async finish() {
        for (const moved of [key, `${key}:area`]) {
          await source.command('migrate', '127.0.0.1', String(target.port), moved, '0', '5000');
        }
        for (const master of [target, source, ...masters]) {
          await master.command('cluster', 'setslot', slot, 'node', ids.get(target) as string);
        }
      },
    };
  }

  /** The port of the master of a slot. */
  async function ownerOf(node: RedisServer, slot: string): Promise<number> {
    const lines = (await node.command('cluster', 'nodes')).split('\n');
    const line = lines.find((text) =>
      text
        .split(' ')
        .slice(8)
        .some((range) => {
          const [first = Number.NaN, last = first] = range.split('-').map(Number);
          return Number(slot) >= first && Number(slot) <= last;
        }),
    );
    return Number(/:(\d+)@/.exec(line ?? '')?.[1]);
  }

  async function replicaOf(master: RedisServer): Promise<RedisServer> {
    const port = Number(/slave0:.*?port=(\d+)/.exec(await master.command('info', 'replication'))?.[1]);
    return cluster.nodes.find((node) => node.port === port) as RedisServer;
  }

  /** Resolves when the other nodes have made another one master in the place of `master`. */
  async function masterless(master: RedisServer): Promise<void> {
    const others = cluster.nodes.filter((node) => node !== master);
    for (;;) {
      const tables = await Promise.all(others.map((node) => node.command('cluster', 'slots')));
      if (tables.every((table) => isFirstNowhere(table, master.port))) return;
    }
  }

  /**
   * Whether a node is the master of no slots: in what `redis-cli` prints, its port follows two numbers of
   * slots.
   */
  function isFirstNowhere(table: string, port: number): boolean {
    const lines = table.split('\n').map((line) => line.trim());
    const ranges = lines.flatMap((line, index) =>
      /^\d+$/.test(line) && /^\d+$/.test(lines[index + 1] ?? '') && lines[index + 2] === '127.0.0.1'
        ? [Number(lines[index + 3])]
        : [],
    );
    return ranges.length > 0 && !ranges.includes(port);
  }

  /** Starts writers of separate records, which continue after errors. */
  function startTraffic(store: Awaited<ReturnType<typeof open>>) {
    const known = new Map<string, number>();
    let isOver = false;
    const write = async (id: string) => {
      for (let time = 1; !isOver; time++) {
        await store.put(id, sampleLocation(time)).then(
          () => known.set(id, time),
          () => {},
        );
      }
    };
    const writers = Array.from({ length: 32 }, (_, index) => write(`writer ${index}`));
    return {
      async end() {
        isOver = true;
        await Promise.all(writers);
      },
      /** Each record must be as it was last acknowledged, or as a later write has left it. */
      async check() {
        expect(known.size).toBe(32);
        for (const [id, time] of known) {
          const found = await untilDone(() => store.get(id));
          expect(found?.coordinates.latitude).toBeGreaterThanOrEqual(time);
        }
      },
    };
  }
});
