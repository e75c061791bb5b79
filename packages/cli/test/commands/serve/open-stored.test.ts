import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationStore } from '@location-records/core';
import type { FSWatcher } from 'chokidar';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStored } from '../../../src/commands/serve/open-stored.ts';
import { parseStoreUrl } from '../../../src/store-urls/store-urls.ts';

/** What happens just before a folder is watched, and what watches. */
const watching = vi.hoisted(() => ({ begin: () => {}, watchers: [] as FSWatcher[] }));
vi.mock(import('chokidar'), async (original) => {
  const chokidar = await original();
  return {
    ...chokidar,
    watch: (...args) => {
      watching.begin();
      const watcher = chokidar.watch(...args);
      watching.watchers.push(watcher);
      return watcher;
    },
  };
});

/** The store of a test, and how often it was closed. */
const opened = vi.hoisted(() => ({ store: undefined as LocationStore | undefined, closed: 0 }));
vi.mock(import('../../../src/store-urls/store-urls.ts'), async (original) => {
  const { openStore, ...rest } = await original();
  return {
    ...rest,
    openStore: async (...args) => {
      const store = await openStore(...args);
      opened.store = Object.assign(store, {
        close: async () => {
          opened.closed++;
        },
      });
      return opened.store;
    },
  };
});

vi.mock(import('@location-records/console'), async (original) => ({
  ...(await original()),
  createConsole: () => {
    throw new Error('The console is broken.');
  },
}));

let folder: string;
let data: string;

beforeEach(async () => {
  opened.closed = 0;
  watching.begin = () => {};
  watching.watchers = [];
  folder = await mkdtemp(join(tmpdir(), 'location-records-open-'));
  data = join(folder, 'places.csv');
});

afterEach(() => rm(folder, { recursive: true }));

function fill(...ids: readonly string[]): void {
  writeFileSync(data, ['id,latitude,longitude', ...ids.map((id) => `${id},1,2`), ''].join('\n'));
}

/** Opens the service over a store in memory that has the records of the file, which is watched. */
function open({ areas = false } = {}) {
  const onError = vi.fn();
  return openStored({ store: parseStoreUrl('memory:'), data, watch: true, areas })({
    handlerOptions: { onError },
    signal: undefined,
    onWarning: onError,
    onIndexing: () => {},
    onReload: () => {},
  });
}

test('a change just before the file is watched is not missed', async () => {
  fill('before');
  watching.begin = () => fill('after');
  const { close } = await open();
  expect(await opened.store?.get('before')).toBeUndefined();
  expect(await opened.store?.get('after')).toBeDefined();
  await close();
  expect(opened.closed).toBe(1);
});

test('a file that cannot be used leaves no open store, and is not watched', async () => {
  writeFileSync(data, 'id,latitude,longitude\na,1,north\n');
  await expect(open()).rejects.toThrow('"a" refused');
  expect(opened.closed).toBe(1);
  expect(watching.watchers.map(({ closed }) => closed)).toEqual([true]);
});

test('a console that cannot be created leaves no open store, and no file that is watched', async () => {
  fill('a');
  await expect(open({ areas: true })).rejects.toThrow('The console is broken.');
  expect(opened.closed).toBe(1);
  expect(watching.watchers.map(({ closed }) => closed)).toEqual([true]);
});
