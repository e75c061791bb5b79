import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenerOf, started, startService } from '../started-servers.ts';

/** The load of a server when a request comes. */
interface Load {
  /** Whether its connection had a request before. */
  readonly seen: boolean;
  /** The number of requests without a complete response, this one included. */
  readonly underWay: number;
}

// A check runs many cases, and some of these wait until a timeout.
vi.setConfig({ testTimeout: 60_000 });

it('has a timeout for a server that never responds to some requests', async () => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  const url = await started(
    createServer((req, res) => {
      if (req.method !== 'OPTIONS') listener(req, res);
    }),
  );
  const report = await checkServer({ url, only: ['D13'], timeout: 500 });
  expect(report.stopped).toBeUndefined();
  expect(report.counts).toMatchObject({ passed: 0, failed: 7 });
  const [failed] = report.cases.filter(({ outcome }) => outcome === 'failed');
  expect(failed?.failure).toMatchObject({
    what: 'response',
    expected: 'a response that can be read, within 500 ms',
    actual: 'Timed out after 500 ms waiting for a line.',
  });
});

it('leaves records to the end of the run where the server never responds to DELETE', async () => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  let removals = 0;
  const url = await started(
    createServer((req, res) => {
      if (req.method === 'DELETE') removals++;
      else listener(req, res);
    }),
  );
  const { counts, cleanup } = await checkServer({ url, only: ['D16'], level: 'service', timeout: 500 });
  expect(counts.failed).toBe(0);
  expect(cleanup.left.length).toBeGreaterThan(40);
  expect(removals).toBeLessThan(cleanup.left.length);
});

it('has a timeout for a server that never ends a response', async () => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  const url = await started(
    createServer((req, res) => {
      if (req.method !== 'OPTIONS') return listener(req, res);
      res.writeHead(200);
      const timer = setInterval(() => res.write('more'), 5);
      res.on('close', () => clearInterval(timer));
    }),
  );
  const report = await checkServer({ url, only: ['method-options-root'], timeout: 500 });
  const [failed] = report.cases.filter(({ outcome }) => outcome === 'failed');
  expect(failed?.failure?.actual).toBe('Timed out after 6000 ms waiting for the end of the case.');
});

it('keeps no connection open for a server that serves one at a time', async () => {
  const server = createServer(listenerOf(createHandler({ store: createMemoryStore() })));
  let served = Promise.resolve();
  const inTurn = createNetServer({ pauseOnConnect: true }, (socket) => {
    served = served.then(async () => {
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      server.emit('connection', socket);
      socket.resume();
      await closed;
    });
  });
  const report = await checkServer({
    url: await started(inTurn),
    only: ['state-post-', 'state-delete-', 'list-pairs'],
    timeout: 10_000,
  });
  expect(report.counts.failed).toBe(0);
  expect(report.counts.passed).toBeGreaterThan(10);
  expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
});

it('shares a connection between the requests of a case', async () => {
  const sockets = new Set<unknown>();
  let requests = 0;
  const url = await startService({ store: createMemoryStore() }, ({ socket }) => {
    sockets.add(socket);
    requests++;
  });
  const { counts } = await checkServer({
    url,
    only: ['state-post-', 'state-life', 'state-delete-', 'response-'],
  });
  expect(counts.failed).toBe(0);
  expect(sockets.size).toBeLessThan(requests / 2);
});

it('runs several cases at a time', async () => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  const waiting: (() => void)[] = [];
  let isFull = false;
  const url = await started(
    createServer((req, res) => {
      if (isFull || req.url === '/') return listener(req, res);
      // Four cases wait for each other.
      waiting.push(() => listener(req, res));
      isFull = waiting.length === 4;
      if (isFull) for (const respond of waiting) respond();
    }),
  );
  const { counts } = await checkServer({ url, only: ['state-'], timeout: 2000 });
  expect(isFull).toBe(true);
  expect(counts.failed).toBe(0);
});

it.each([
  ['a second request on a connection', ({ seen }: Load) => seen],
  ['two requests at a time', ({ underWay }: Load) => underWay > 1],
])('judges a case again alone where the server refuses %s', async (_, isRefused) => {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  const sockets = new WeakSet<object>();
  let [underWay, refused] = [0, 0];
  const url = await started(
    createServer((req, res) => {
      underWay++;
      res.once('close', () => underWay--);
      const isOver = isRefused({ seen: sockets.has(req.socket), underWay });
      sockets.add(req.socket);
      if (!isOver) return setImmediate(listener, req, res);
      refused++;
      res.writeHead(503).end();
    }),
  );
  const report = await checkServer({
    url,
    only: ['state-post-', 'state-life', 'state-delete-', 'response-get'],
  });
  expect(report.counts.failed).toBe(0);
  expect(report.counts.passed).toBeGreaterThan(3);
  expect(refused).toBeGreaterThan(0);
});

it('finds a list that cannot be read while it has no records', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  const url = await started(
    createServer(
      listenerOf(async (request) => {
        const response = await handle(request);
        if (request.method !== 'GET' || request.target !== '/') return response;
        let body = '';
        for await (const piece of response.body) body += piece;
        return body === '[]' ? handle(deriveRequest(request, { target: '/none' })) : { ...response, body };
      }),
    ),
  );
  const { cases } = await checkServer({ url, only: ['SPEC 4.7'] });
  expect(cases.find(({ id }) => id === 'list-empty')?.failure).toMatchObject({
    clause: 'SPEC 4.7',
    expected: '200 and a list of pairs',
    actual: '404 {"error_message":"Resource not found: none"}',
  });
});

it('ends at the first failure where that is wanted', async () => {
  const url = await startService({ store: createMemoryStore(), absentDescription: 'null' });
  const report = await checkServer({ url, only: ['D28', 'D29'], failFast: true });
  expect(report.counts).toMatchObject({ failed: 1 });
  const [failed] = report.cases.filter(({ outcome }) => outcome === 'failed');
  expect(report.stopped).toBe(`The case ${failed?.id} failed, and the first failure ends the check.`);
  expect(report.cases.filter(({ reason }) => reason === report.stopped).length).toBe(
    6 - report.counts.passed,
  );
});

it('reports its progress', async () => {
  const progress: string[] = [];
  const url = await startService({ store: createMemoryStore() });
  await checkServer({
    url,
    only: ['response-put'],
    concurrency: 1,
    onProgress: ({ done, total, failed, id }) => void progress.push(`${done}/${total} ${failed} ${id}`),
  });
  expect(progress).toEqual(['0/2 0 response-put', '1/2 0 response-put-only-replaces', '2/2 0 undefined']);
});

it('returns a report of plain data, with every case of the contract', async () => {
  const url = await startService({ store: createMemoryStore(), absentDescription: 'null' });
  const report = await checkServer({ url: `${url}/`, only: ['D28', 'D29'] });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  expect(report).toMatchObject({
    url,
    counts: { passed: 5, failed: 2 },
  });
  expect(report.clauses.find(({ clause }) => clause === 'D29')).toEqual({
    clause: 'D29',
    title: 'unknown members',
    passed: 5,
    failed: 0,
    leftOut: 2,
  });
  expect(report.cases.find(({ id }) => id === 'shape-description-omitted')).toMatchObject({
    clause: 'D28',
    outcome: 'failed',
    failure: {
      what: 'response',
      expected: '200 {"coordinates":{"latitude":5,"longitude":6}}',
      actual: '200 {"description":null,"coordinates":{"latitude":5,"longitude":6}}',
    },
  });
});

it('can run the cases of the specification only', async () => {
  const url = await startService({ store: createMemoryStore(), absentDescription: 'null' });
  const report = await checkServer({ url, specOnly: true });
  expect(report.counts.failed).toBe(0);
  expect(
    report.cases.filter(({ clause, outcome }) => clause.startsWith('D') && outcome !== 'left-out'),
  ).toEqual([]);
});

it('warns of no listeners where many cases run at once, which its signal ends', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => void warnings.push(warning);
  process.on('warning', keep);
  onTestFinished(() => void process.off('warning', keep));
  const url = await startService({ store: createMemoryStore() });
  const { signal } = new AbortController();
  const { counts } = await checkServer({ url, only: ['D31'], concurrency: 64, signal });
  expect(counts.failed).toBe(0);
  expect(warnings).toEqual([]);
});
