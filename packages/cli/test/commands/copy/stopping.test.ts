import { createMemoryStore, type LocationStore } from '@location-records/core';
import { makeRecords, storeOver, unavailable } from '@location-records/workspace/tests';
import { expect, test, vi } from 'vitest';
import { callsAtOnce } from '../../../src/bulk/store-calls.ts';
import { runHere } from '../../run-here.ts';

/** The stores that are opened, one after the other. */
const opening = vi.hoisted((): { stores: unknown[]; signal: AbortSignal | undefined } => ({
  stores: [],
  signal: undefined,
}));
vi.mock(import('../../../src/store-urls/store-urls.ts'), async (original) => ({
  ...(await original()),
  openStore: async (_target, { signal } = {}) => {
    opening.signal = signal;
    return opening.stores.shift() as LocationStore;
  },
}));
// A copy waits for a minute before it rejects.
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original();
  const setTimeout = ((_delay, value, options) =>
    timers.setTimeout(0, value, options)) as typeof timers.setTimeout;
  return { ...timers, setTimeout };
});

const urls = ['sqlite:a.db', 'sqlite:b.db'];
const steady = (text: string) => text.replace(/\(.*\)/, '(…)');

/** A target that keeps its writes waiting until the gate is open, and counts how often it was closed. */
function gated() {
  const memory = createMemoryStore();
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const state = { begun: 0, closed: 0 };
  const store = storeOver(memory, {
    put: async (id, location) => {
      state.begun++;
      await gate;
      await memory.put(id, location);
    },
    close: async () => {
      state.closed++;
    },
  });
  return { memory, store, state, open };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a copy when the active writes have ended, with exit code %i', async (signal, code) => {
  const { memory, store, state, open } = gated();
  opening.stores = [createMemoryStore(makeRecords(5000)), store];
  const run = runHere(['copy', ...urls]);
  await expect.poll(() => state.begun).toBe(callsAtOnce);
  run.signal(signal);
  open();
  expect(await run.exitCode).toBe(code);
  expect(steady(run.stdout.text)).toBe(
    `– Stopped after copying ${memory.size.toLocaleString('en-US')} records (…); the same command continues\n`,
  );
  expect(memory.size).toBe(state.begun);
  expect(memory.size).toBeLessThan(5000);
  expect(state.closed).toBe(1);
});

test.each([
  ['without a word', [], ''],
  [
    'with JSON',
    ['--json'],
    { source: expect.stringContaining('a.db'), target: expect.stringContaining('b.db'), stopped: true },
  ],
])('a signal while a store is opened ends a copy %s', async (_, flags, report) => {
  opening.signal = undefined;
  let giveUp = (_reason: unknown) => {};
  opening.stores = [
    new Promise((_, reject) => {
      giveUp = reject;
    }),
  ];
  const run = runHere(['copy', ...urls, ...flags]);
  const signal = await vi.waitUntil(() => opening.signal);
  signal.addEventListener('abort', () => giveUp(signal.reason));
  run.signal('SIGINT');
  expect(await run.exitCode).toBe(130);
  expect(run.stderr.text).toBe('');
  expect(run.stdout.text === '' ? '' : JSON.parse(run.stdout.text)).toEqual(report);
});

test('a second signal ends a copy at once, and is reported as JSON', async () => {
  const { store, state } = gated();
  opening.stores = [createMemoryStore(makeRecords(3)), store];
  const run = runHere(['copy', ...urls, '--json']);
  await expect.poll(() => state.begun).toBe(3);
  run.signal('SIGINT');
  run.signal('SIGTERM');
  expect(await run.exitCode).toBe(143);
  expect(JSON.parse(run.stdout.text)).toEqual({
    error: { code: 'STOPPED', message: 'Ended by a signal before there was a report.' },
  });
});

test('a store that fails for a while is reported once', async () => {
  const target = createMemoryStore();
  const written: string[] = [];
  let failures = 2;
  const put: LocationStore['put'] = (id, location) =>
    failures-- > 0
      ? Promise.reject(unavailable())
      : target.put(id, location).then(() => void written.push(id));
  opening.stores = [createMemoryStore(makeRecords(3)), storeOver(target, { put })];
  const run = runHere(['copy', ...urls]);
  expect(await run.exitCode).toBe(0);
  expect(run.stderr.text).toBe('location-records: The disk is gone; retrying for about a minute.\n');
  expect(written).toHaveLength(3);
});

test('a store that fails for good ends a copy with exit code 1, and both are closed', async () => {
  let closed = 0;
  const close = async () => {
    closed++;
  };
  const put = () => Promise.reject(unavailable());
  opening.stores = [
    storeOver(createMemoryStore(makeRecords(3)), { close }),
    storeOver(createMemoryStore(), { put, close }),
  ];
  const run = runHere(['copy', ...urls]);
  expect(await run.exitCode).toBe(1);
  expect(run.stdout.text).toBe('');
  expect(run.stderr.text).toBe(
    'location-records: The disk is gone; retrying for about a minute.\n' +
      'location-records: The disk is gone. Copying again continues; 0 records are written.\n',
  );
  expect(closed).toBe(2);
});
