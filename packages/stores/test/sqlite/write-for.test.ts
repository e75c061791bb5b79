import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openSqliteStore, type SqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ChannelEnd, channelPair } from './channel-pair.ts';
import { openRaw } from './open-raw.ts';
import { startStoreProcess } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const timeout = 60_000;

function place(number: number) {
  return { description: `place ${number}`, coordinates: { latitude: number, longitude: 0 - number } };
}

/** A store whose writes `owner` commits, and both ends of their channel. */
async function openRemote(path: string, owner: SqliteStore, options: { readonly maxLogSize?: number } = {}) {
  const { near, far } = channelPair();
  owner.writeFor(near);
  const store = await openForTest(path, { writer: far, ...options });
  return { store, near, far };
}

/** What is posted to writer threads from now on. */
function watchThreads() {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => post.mockRestore());
  return post.mock.calls;
}

describe('a store that writes for other processes', { timeout }, () => {
  it('commits their writes, which all see at once', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const others = await Promise.all([1, 2].map(() => startStoreProcess(path, { owner })));
    const stores = [owner, ...others];
    await Promise.all(
      stores.flatMap((store, process) =>
        Array.from({ length: 100 }, (_, index) => store.put(`id-${process}-${index}`, place(index))),
      ),
    );
    for (const store of stores) {
      for (const process of stores.keys()) {
        expect(await store.get(`id-${process}-99`)).toEqual(place(99));
      }
    }
    expect(await lengthOf(owner)).toBe(300);
  });

  it('loses nothing that a process has acknowledged and was killed', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const other = await startStoreProcess(path, { owner });
    const acknowledged: number[] = [];
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let number = writer; other.child.connected; number += 16) {
        await other.put(`id-${number}`, place(number));
        acknowledged.push(number);
      }
    });
    await expect.poll(() => acknowledged.length, { interval: 1, timeout }).toBeGreaterThan(500);
    await other.kill();
    for (const number of acknowledged) expect(await owner.get(`id-${number}`)).toEqual(place(number));
    await owner.put('later', place(1));
    expect(writers).toHaveLength(16);
  });

  it('commits those of one moment together, and starts no thread for the others', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const posted = watchThreads();
    const stores = [owner, (await openRemote(path, owner)).store, (await openRemote(path, owner)).store];
    const first = owner.put('first', place(0));
    await Promise.all(
      stores.flatMap((store, index) =>
        [1, 2, 3, 4].map((number) => store.put(`${index}-${number}`, place(number))),
      ),
    );
    await first;
    expect(posted.length).toBeLessThanOrEqual(4);
    expect(await lengthOf(owner)).toBe(13);
  });

  it('is not disturbed by other messages on the channel, nor by those about another file', async () => {
    const [path, otherPath] = [await temporaryPath(), await temporaryPath()];
    const owner = await openForTest(path);
    const otherOwner = await openForTest(otherPath);
    const { near, far } = channelPair();
    owner.writeFor(near);
    otherOwner.writeFor(near);
    const store = await openForTest(path, { writer: far });
    const other = await openForTest(otherPath, { writer: far });
    for (const end of [near, far])
      for (const message of [null, 'text', 5, {}, { kind: 'start' }]) end.emit('message', message);
    await Promise.all([store.put('a', place(1)), other.put('b', place(2)), other.put('c', place(3))]);
    expect([await lengthOf(owner), await lengthOf(otherOwner)]).toEqual([1, 2]);
    await store.close();
    await other.delete('b');
    expect(await lengthOf(otherOwner)).toBe(1);
  });

  it('keeps every text as it is', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const other = await startStoreProcess(path, { owner });
    for (const description of ['\0', '"\\\n\u2028', 'é🗼\ufffd', '']) {
      await other.put(`id ${description}`, { ...place(1), description });
      expect(await owner.get(`id ${description}`)).toEqual({ ...place(1), description });
    }
  });

  it('tells each process of its own failures', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const raw = await openRaw(
      path,
      `CREATE TRIGGER refuse BEFORE INSERT ON locations WHEN NEW.id = 'bad'
       BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    onTestFinished(() => raw.close());
    const { store } = await openRemote(path, owner);
    const outcomes = await Promise.allSettled([
      store.put('a', place(1)),
      store.put('bad', place(2)),
      owner.put('b', place(3)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({
      reason: { name: 'StoreError', code: 'STORE_UNAVAILABLE', message: expect.stringContaining('refused') },
    });
    expect(await store.replace('absent', place(1))).toBe(false);
    expect(await store.replace('a', place(2))).toBe(true);
  });

  it('gives each write the time that its own store has', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path, { busyTimeout: 2 ** 31 - 1 });
    const { near, far } = channelPair();
    owner.writeFor(near);
    const store = await openForTest(path, { writer: far, busyTimeout: 20 });
    const raw = await openRaw(path, 'BEGIN IMMEDIATE');
    onTestFinished(() => raw.close());
    await expect(store.put('a', place(1))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot write to the SQLite store ${JSON.stringify(path)}: another process has locked it; end that process, or try again later.`,
    });
    raw.exec('ROLLBACK');
    await store.put('a', place(1));
  });

  it('breaks off a list of the other process that keeps the log from being emptied', async () => {
    const path = await temporaryPath();
    // It knows of no list that needs the log.
    const owner = await openForTest(path, { maxLogSize: 2 ** 20, onWarning: () => {} });
    const { store } = await openRemote(path, owner, { maxLogSize: 2 ** 20 });
    const long = { ...place(1), description: 'x'.repeat(20_000) };
    await Promise.all(Array.from({ length: 400 }, (_, index) => store.put(`${index}`, long)));
    const stalled = store.list()[Symbol.asyncIterator]();
    await stalled.next();
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 100 }, (_, index) => store.put(`${round}-${index}`, long)));
    }
    await expect(stalled.next()).rejects.toThrow('broken off');
    expect(await lengthOf(store)).toBe(900);
  });
});

describe('a store that writes through another process', { timeout }, () => {
  it('has its index of area queries built there', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    await owner.put('a', place(1));
    const { near, far } = channelPair();
    owner.writeFor(near);
    const posted = watchThreads();
    const store = await openForTest(path, { writer: far, areas: true });
    const page = await store.within({ west: -2, south: 0, east: 0, north: 2 }, { limit: 10 });
    expect(page.records).toEqual([['a', place(1)]]);
    expect(posted.map(([order]) => order.kind)).toContain('index');
  });

  it('never creates a file', async () => {
    const path = await temporaryPath();
    const { near, far } = channelPair();
    (await openForTest(await temporaryPath())).writeFor(near);
    await expect(openSqliteStore({ path, writer: far })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('there is no such file'),
    });
    expect(existsSync(path)).toBe(false);
  });

  it('does not open where that process does not write to its file', async () => {
    const path = await temporaryPath();
    await openForTest(path);
    const { near, far } = channelPair();
    (await openForTest(await temporaryPath())).writeFor(near);
    await expect(openSqliteStore({ path, writer: far, busyTimeout: 20 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot open the SQLite store ${JSON.stringify(path)}: no process at the other end of the channel "writer" writes to this file; call writeFor() of its store there first.`,
    });
    expect(listenersOf(far)).toBe(0);
  });

  it('does not open a file that took the place of the one of that process', async () => {
    const [path, otherPath] = [await temporaryPath(), await temporaryPath()];
    const owner = await openForTest(path);
    await (await openSqliteStore({ path: otherPath })).close();
    await rename(path, `${path}-moved`);
    await rename(otherPath, path);
    const { near, far } = channelPair();
    owner.writeFor(near);
    await expect(openSqliteStore({ path, writer: far })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot open the SQLite store ${JSON.stringify(path)}: another file took the place of the one that is open; put it back, or stop the service and start it again.`,
    });
  });

  it('stops opening when its signal says so', async () => {
    const path = await temporaryPath();
    await openForTest(path);
    const reason = new Error('no more');
    const controller = new AbortController();
    const { near, far } = channelPair();
    near.on('message', () => controller.abort(reason));
    const opening = openSqliteStore({ path, writer: far, signal: controller.signal });
    await expect(opening).rejects.toBe(reason);
    expect(listenersOf(far)).toBe(0);
  });

  it('does not open over a channel that is closed, or closes meanwhile', async () => {
    const path = await temporaryPath();
    await openForTest(path);
    const refusal = {
      code: 'STORE_UNAVAILABLE',
      message: `Cannot open the SQLite store ${JSON.stringify(path)}: the process that writes for this one has ended, or has closed its channel.`,
    };
    const { far } = channelPair();
    far.disconnect();
    await expect(openSqliteStore({ path, writer: far })).rejects.toMatchObject(refusal);
    const second = channelPair();
    second.near.on('message', () => second.near.disconnect());
    await expect(openSqliteStore({ path, writer: second.far })).rejects.toMatchObject(refusal);
  });

  it('rejects writes when the channel closes, reads on, and can be closed', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const { store, near, far } = await openRemote(path, owner);
    await store.put('a', place(1));
    const before = far.sent.length;
    const lost = store.put('b', place(2));
    const failed = expect(lost).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot write to the SQLite store ${JSON.stringify(path)}: the process that writes for this one has ended, or has closed its channel; whether the write took effect is not known.`,
    });
    while (far.sent.length === before) await setImmediate();
    near.disconnect();
    await failed;
    await expect(store.put('c', place(3))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: `Cannot write to the SQLite store ${JSON.stringify(path)}: the process that writes for this one has ended, or has closed its channel; open the store again.`,
    });
    expect(await store.get('a')).toEqual(place(1));
    expect(await owner.get('c')).toBeUndefined();
    await store.close();
    expect(listenersOf(far)).toBe(0);
  });

  it('rejects writes when the store of that process is closed, and writes through its next one', async () => {
    const path = await temporaryPath();
    const owner = await openSqliteStore({ path });
    const { store, near, far } = await openRemote(path, owner);
    const arrived = once(near, 'message');
    const writes = Promise.all(Array.from({ length: 50 }, (_, index) => store.put(`${index}`, place(index))));
    await arrived;
    await owner.close();
    await writes;
    const closed = {
      code: 'STORE_UNAVAILABLE',
      message: `Cannot write to the SQLite store ${JSON.stringify(path)}: the store of the process that writes for this one was closed; open both stores again.`,
    };
    await expect(store.put('b', place(2))).rejects.toMatchObject(closed);
    await setImmediate();
    expect(listenersOf(near)).toBe(0);
    const next = await openForTest(path);
    next.writeFor(near);
    await expect(store.put('b', place(2))).rejects.toMatchObject(closed);
    const nextStore = await openForTest(path, { writer: far });
    await nextStore.put('c', place(3));
    expect(await lengthOf(next)).toBe(51);
  });

  it('has each order carried out by one store, also where two of them write for the channel', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const second = await openForTest(path);
    const { near, far } = channelPair();
    // Another object for the same end, as `worker.process` is.
    const sameEnd = {
      send: near.send.bind(near),
      on: near.on.bind(near),
      off: near.off.bind(near),
    } as unknown as ChannelEnd;
    owner.writeFor(near);
    second.writeFor(sameEnd);
    const posted = watchThreads();
    const store = await openForTest(path, { writer: far });
    await store.put('a', place(1));
    await store.delete('a');
    const orders = posted.map(([order]) => order).filter((order) => order.writes?.length > 0);
    expect(orders).toHaveLength(2);
    expect(await store.get('a')).toBeUndefined();
  });

  it('opens the file that took the place of another one where a store writes to it', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const { near, far } = channelPair();
    owner.writeFor(near);
    await rename(path, `${path}-moved`);
    await rename(`${path}-wal`, `${path}-moved-wal`);
    await rename(`${path}-shm`, `${path}-moved-shm`);
    const next = await openForTest(path);
    next.writeFor(near);
    const store = await openForTest(path, { writer: far });
    await store.put('a', place(1));
    expect(await next.get('a')).toEqual(place(1));
  });

  it('waits at closing until an index is built', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    await owner.put('a', place(1));
    const { near, far } = channelPair();
    owner.writeFor(near);
    const steps: string[] = [];
    const onIndexing = (step: string) => void steps.push(step);
    await (await openSqliteStore({ path, writer: far, areas: true, onIndexing })).close();
    expect(steps).toEqual(['begin', 'end']);
  });

  it('waits at closing until its writes are committed', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const { store } = await openRemote(path, owner);
    const writes = Array.from({ length: 50 }, (_, index) => store.put(`${index}`, place(index)));
    await store.close();
    expect(await lengthOf(owner)).toBe(50);
    await Promise.all(writes);
    await expect(store.put('a', place(1))).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it('writes through a process that it has forked, and that process then ends by itself', async () => {
    const path = await temporaryPath();
    const child = fork(new URL('./remote-owner.ts', import.meta.url), [path]);
    await once(child, 'message');
    const store = await openSqliteStore({ path, writer: child });
    await store.put('a', place(1));
    await store.close();
    child.send('close');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const again = await openForTest(path);
    expect(await again.get('a')).toEqual(place(1));
  });

  it('writes through the process that has forked it, with either kind of message', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const script = new URL('./remote-put.ts', import.meta.url);
    for (const serialization of ['json', 'advanced'] as const) {
      const child = fork(script, [path, serialization], { serialization });
      owner.writeFor(child);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(await owner.get(serialization)).toEqual(place(1));
    }
  });
});

describe('a channel', () => {
  it('may serve many stores', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warn.mockRestore());
    const { near, far } = channelPair();
    for (let count = 0; count < 12; count++) {
      const path = await temporaryPath();
      const owner = await openForTest(path);
      owner.writeFor(near);
      const store = await openForTest(path, { writer: far });
      await store.put('a', place(count));
      expect(await owner.get('a')).toEqual(place(count));
    }
    expect(warn).not.toHaveBeenCalled();
    expect([listenersOf(near), listenersOf(far)]).toEqual([3, 3]);
  });

  it('that is closed leaves nothing behind', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const { near } = await openRemote(path, owner);
    near.disconnect();
    expect(listenersOf(near)).toBe(0);
  });

  it('of a child that was killed, which may never say that it is closed, leaves nothing behind', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const { near } = await openRemote(path, owner);
    near.emit('close');
    expect(listenersOf(near)).toBe(0);
  });

  it('that is closed already is left alone', async () => {
    const owner = await openForTest(await temporaryPath());
    const { near } = channelPair();
    near.disconnect();
    owner.writeFor(near);
    expect(listenersOf(near)).toBe(0);
    const isConnected = () => false;
    const worker = Object.assign(channelPair().near, { isConnected });
    owner.writeFor(worker);
    expect(listenersOf(worker)).toBe(0);
  });

  it('is refused at once where it is none, or has a writer', async () => {
    const path = await temporaryPath();
    const owner = await openForTest(path);
    const { store, near } = await openRemote(path, owner);
    const wrong = { code: 'INVALID_ARGUMENT' };
    for (const channel of [undefined, null, {}, 'process', { send: () => {} }]) {
      expect(() => owner.writeFor(channel as never)).toThrow(expect.objectContaining(wrong));
    }
    expect(() => store.writeFor(near)).toThrow(
      'Invalid "channel": expected none, since this store itself writes through another process.',
    );
    const second = await openForTest(path);
    for (const twice of [owner, second]) {
      expect(() => twice.writeFor(near)).toThrow(
        'Invalid "channel": expected one for which no store of this file writes yet.',
      );
    }
    await store.close();
    expect(() => store.writeFor(near)).toThrow(expect.objectContaining({ code: 'STORE_CLOSED' }));
  });
});

function listenersOf(end: ChannelEnd): number {
  const events = ['message', 'disconnect', 'close'];
  return events.reduce((count, event) => count + end.listenerCount(event), 0);
}

async function lengthOf(store: SqliteStore): Promise<number> {
  let length = 0;
  for await (const batch of store.list()) length += batch.length;
  return length;
}
