import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it, vi } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

const only = ['check-put-atomic-picture', 'list-while-', 'response-get'];
const timeout = 1000;

// A crowd that the server loses is noticed by a timeout.
vi.setConfig({ testTimeout: 30_000 });

/** Lets the other requests of a crowd come. */
async function others(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await setImmediate();
}

it('are made small for a server that loses connections when many are opened at once', async () => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  const server = createServer(async (req, res) => {
    if (req.method === 'PUT' || req.method === 'OPTIONS') await others();
    listener(req, res);
  });
  let [open, lost] = [0, 0];
  const url = await started(
    createNetServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => {});
      if (open === 6) return void lost++;
      open++;
      socket.once('close', () => open--);
      server.emit('connection', socket);
      socket.resume();
    }),
  );
  const report = await checkServer({ url, only, timeout, concurrency: 1 });
  expect(report.counts.failed).toBe(0);
  expect(report.counts.passed).toBe(6);
  expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
  expect(lost).toBeGreaterThan(0);
});

it('stay as large as they are for a service that does not respond to some of many writes at once', async () => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  let underWay = 0;
  const url = await started(
    createServer(async (req, res) => {
      if (req.method !== 'PUT') return listener(req, res);
      underWay++;
      res.once('close', () => underWay--);
      const isHung = underWay > 8;
      await others();
      if (!isHung) listener(req, res);
    }),
  );
  const { cases } = await checkServer({ url, only, timeout });
  expect(cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)).toEqual([
    'check-put-atomic-picture',
    'list-while-writing',
  ]);
});
