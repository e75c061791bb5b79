import { StoreError } from '@location-records/core';
import { expect, it, onTestFinished } from 'vitest';
import { type DatabaseSync, loadEngine } from '../../src/sqlite/engine.ts';
import { ListReaders } from '../../src/sqlite/list-readers.ts';
import { FileWatch, identifyFiles } from '../../src/sqlite/open-files.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

it('breaks off every list, also one whose transaction SQLite has ended itself', async () => {
  const { readers, opened } = await readersForTest();
  const taken = [readers.take(), readers.take()];
  opened[0]?.exec('ROLLBACK');
  const failure = new StoreError('STORE_UNAVAILABLE', 'The log has grown.');
  readers.breakOff(2, failure);
  expect(readers.openLists).toBe(0);
  for (const reader of taken) expect(() => reader.check()).toThrow(failure);
});

it('drops a connection on which a list cannot begin, and opens another one', async () => {
  const { readers, opened } = await readersForTest();
  readers.release(readers.take());
  opened[0]?.exec('BEGIN');
  expect(() => readers.take()).toThrow('transaction');
  expect(readers.openLists).toBe(0);
  expect(readers.take().readBatch()).toEqual([]);
  expect(opened).toHaveLength(2);
});

/** The readers of a new file, and the connections that they have opened. */
async function readersForTest() {
  const path = await temporaryPath();
  await openForTest(path);
  const engine = await loadEngine();
  const opened: DatabaseSync[] = [];
  class DatabaseSyncForTest extends engine.DatabaseSync {
    constructor(file: string, options?: { readonly readOnly?: boolean }) {
      super(file, options);
      opened.push(this);
    }
  }
  const watch = new FileWatch('read from', identifyFiles(path));
  const readers = new ListReaders({ DatabaseSync: DatabaseSyncForTest }, path, watch);
  onTestFinished(() => readers.close());
  return { readers, opened };
}
