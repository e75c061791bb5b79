import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadEngine } from '../../src/sqlite/engine.ts';
import { openForWriting } from '../../src/sqlite/writer.ts';
import { WriteQueue, WriterThreadClient } from '../../src/sqlite/writer-client.ts';
import {
  createEngineUse,
  createInterruption,
  unpackWrites,
  type WriteResult,
} from '../../src/sqlite/writer-protocol.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };
const put = { kind: 'put', id: 'a', description: null, latitude: 1, longitude: 2 } as const;

describe('writes of a moment', () => {
  it('are committed together', async () => {
    const store = await openForTest(await temporaryPath());
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    onTestFinished(() => post.mockRestore());
    const writers = Array.from({ length: 64 }, async (_, writer) => {
      for (let round = 0; round < 20; round++) await store.put(`${writer}-${round}`, location);
    });
    await Promise.all(writers);
    expect(post.mock.calls.flatMap(([batch]) => unpackWrites(batch.writes))).toHaveLength(1280);
    expect(post.mock.calls.length).toBeLessThan(1280 / 8);
  });

  it('go in one batch, and later ones in the next', async () => {
    const commits: { readonly size: number; done(results: WriteResult[]): void }[] = [];
    const queue = new WriteQueue({
      timeout: 1000,
      commit: ({ writes }) => new Promise((done) => commits.push({ size: writes.length, done })),
    });
    const first = [queue.add(put), queue.add(put)];
    await vi.waitFor(() => expect(commits).toHaveLength(1));
    const second = [queue.add(put), queue.add(put), queue.add(put)];
    commits[0]?.done([true, false]);
    expect(await Promise.all(first)).toEqual([true, false]);
    await vi.waitFor(() => expect(commits).toHaveLength(2));
    commits[1]?.done([true, true, true]);
    await Promise.all(second);
    await queue.idle();
    expect(commits.map(({ size }) => size)).toEqual([2, 3]);
  });

  it('fail together with their transaction, and the next ones succeed', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path, { busyTimeout: 20 });
    const other = await openRaw(path, 'BEGIN IMMEDIATE');
    onTestFinished(() => other.close());
    const failed = await Promise.allSettled([store.put('a', location), store.delete('b')]);
    for (const outcome of failed) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_UNAVAILABLE' } });
    }
    expect(await store.get('a')).toBeUndefined();
    other.exec('COMMIT');
    await store.put('a', location);
    expect(await store.get('a')).toEqual(location);
  });

  it('do not fail for the fault of one of them', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    const other = await openRaw(
      path,
      `CREATE TRIGGER refuse BEFORE INSERT ON locations WHEN NEW.id = 'bad'
       BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    onTestFinished(() => other.close());
    const outcomes = await Promise.allSettled(['a', 'bad', 'b'].map((id) => store.put(id, location)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({
      reason: {
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('refused'),
        cause: expect.any(Error),
      },
    });
    expect(await store.get('b')).toEqual(location);
    expect(await store.get('bad')).toBeUndefined();
  });
});

it('waits for the disk at every commit', async () => {
  const database = openForWriting(await loadEngine(), {
    path: await temporaryPath(),
    create: true,
    busyTimeout: 1000,
    maxLogSize: 2 ** 30,
    areas: false,
    interruption: createInterruption(),
    engineUse: createEngineUse(),
  });
  onTestFinished(() => database.close());
  expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
});

it('rejects the writes under way and all later ones when the writer thread ends', async () => {
  // Stands for a thread that dies within a commit.
  const dying = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => process.exit(1));
    parentPort.postMessage('opened');
  `;
  const client = new WriterThreadClient(new Worker(dying, { eval: true }), 'records.db');
  await client.opened();
  const ended = { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('writer thread') };
  await expect(client.commit({ writes: [put], timeout: 0 })).rejects.toMatchObject(ended);
  await expect(client.commit({ writes: [put], timeout: 0 })).rejects.toMatchObject(ended);
  await client.close();
});

it.each([
  ['an error', "throw new Error('no\\nmemory.')", 'no memory.'],
  ['an exit', 'process.exit(3)', 'It ended with exit code 3.'],
])('tells that the writer thread cannot be started when it ends with %s', async (_, script, cause) => {
  const client = new WriterThreadClient(new Worker(script, { eval: true }), 'records.db');
  await expect(client.opened()).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: `Cannot start the writer thread of the SQLite store "records.db": ${cause}`,
    cause: expect.any(Error),
  });
});

it('lets the process end after a batch that cannot be posted', async () => {
  const idle = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => {});
    parentPort.postMessage('opened');
  `;
  const worker = new Worker(idle, { eval: true });
  const client = new WriterThreadClient(worker, 'records.db');
  onTestFinished(async () => void (await worker.terminate()));
  await client.opened();
  const ref = vi.spyOn(worker, 'ref');
  await expect(client.commit({ writes: [{ ...put, id: (() => 'a') as never }], timeout: 0 })).rejects.toThrow(
    'could not be cloned',
  );
  expect(ref).not.toHaveBeenCalled();
});
