import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isStoreError } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/dev-kit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BatchWriter } from '../../src/sqlite/batch-writer.ts';
import { loadEngine } from '../../src/sqlite/engine.ts';
import { failures } from '../../src/sqlite/failures.ts';
import { openForWriting } from '../../src/sqlite/writer.ts';
import type { Write } from '../../src/sqlite/writer-protocol.ts';
import { createEngineUse, createInterruption } from '../../src/sqlite/writer-protocol.ts';
import { type StoreProcess, startStoreProcess } from './start-store-process.ts';
import { temporaryPath } from './temporary-folder.ts';

const description = 'x'.repeat(20_000);
const location = { description, coordinates: { latitude: 1, longitude: 2 } };

function put(id: string): Write {
  return { kind: 'put', id, description, latitude: 1, longitude: 2 };
}

describe('a full database', () => {
  it('fails the batch as a whole, keeps what it has, and takes writes again when there is room', async () => {
    const path = await temporaryPath();
    const database = openForWriting(await loadEngine(), {
      path,
      create: true,
      busyTimeout: 1000,
      maxLogSize: 2 ** 30,
      areas: false,
      interruption: createInterruption(),
      engineUse: createEngineUse(),
    });
    onTestFinished(() => database.close());
    const writer = new BatchWriter(database, path);
    writer.commit([put('before')]);
    database.exec('PRAGMA max_page_count = 20');
    const failure = attempt(() =>
      writer.commit([put('small'), ...Array.from({ length: 20 }, (_, n) => put(`${n}`))]),
    );
    expect(failures.wrap('write to', path, failure)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('the disk is full; free some space'),
    });
    const ids = database.prepare('SELECT group_concat(id) AS ids FROM locations');
    expect(ids.get()).toMatchObject({ ids: 'before' });
    database.exec('PRAGMA max_page_count = 100000');
    expect(writer.commit([put('small')])).toEqual([true]);
    expect(ids.get()).toMatchObject({ ids: 'before,small' });
  });
});

// A limit of a running process can be moved on Linux only.
describeUnless(lacks({ platform: 'linux' }))('a file that may not grow', { timeout: 60_000 }, () => {
  it('fails writes, not reads, and writes resume when it may', async () => {
    const store = await startStoreProcess(await temporaryPath());
    await store.put('before', location);
    await limitFileSize(store, '1000000:unlimited');
    const failure = await putUntilFailure(store);
    expect(isStoreError(failure)).toBe(true);
    expect(failure).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(store.put('during', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await store.get('before')).toEqual(location);
    await limitFileSize(store, 'unlimited:unlimited');
    await store.put('after', location);
    expect(await store.get('after')).toEqual(location);
    expect(await store.get('during')).toBeUndefined();
  });
});

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

async function limitFileSize(store: StoreProcess, limits: string): Promise<void> {
  await promisify(execFile)('prlimit', ['--pid', String(store.child.pid), `--fsize=${limits}`]);
}

async function putUntilFailure(store: StoreProcess): Promise<unknown> {
  for (let number = 0; number < 1000; number++) {
    try {
      await store.put(`${number}`, location);
    } catch (error) {
      return error;
    }
  }
  return undefined;
}
