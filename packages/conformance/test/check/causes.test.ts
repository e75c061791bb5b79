import { createServer } from 'node:http';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { expect, it } from 'vitest';
import { causeOf } from '../../src/check/findings/kinds.ts';
import { ConnectionEndedError } from '../../src/http/service.ts';
import { TimeoutError } from '../../src/transport/byte-queue.ts';
import { listenerOf, started } from '../started-servers.ts';

/** A service that dozens of cases of D16 find broken: it responds with 422 instead of 400. */
function unprocessable(): Handler {
  const handle = createHandler({ store: createMemoryStore() });
  return async (request) => {
    const response = await handle(request);
    return response.status === 400 ? { ...response, status: 422 } : response;
  };
}

it('one finding, before those of responses, has all timeouts', async () => {
  const listener = listenerOf(unprocessable());
  const url = await started(
    createServer((req, res) => {
      if (req.method !== 'OPTIONS') listener(req, res);
    }),
  );
  const only = ['method-options-root', 'method-options-record', 'D16'];
  const { findings } = await checkServer({ url, only, level: 'service', timeout: 500 });
  const [first, ...others] = findings;
  expect(first).toMatchObject({ cause: 'timeout', level: 'service' });
  expect(first?.cases).toEqual(expect.arrayContaining(['method-options-root', 'method-options-record']));
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ cause }) => cause !== 'response')).toEqual([]);
  expect(others[0]?.otherCaseCount).toBeGreaterThan(first?.cases.length ?? 0);
});

it('one finding, before those of responses, has all lost connections', async () => {
  let connections = 0;
  const server = createServer(listenerOf(unprocessable())).prependListener('connection', (socket) => {
    connections++;
    if (connections % 100 === 0) socket.destroy();
  });
  const { findings, stopped } = await checkServer({
    url: await started(server),
    only: ['D16'],
    level: 'service',
  });
  const [first, ...others] = findings;
  expect(first).toMatchObject({ cause: 'connection', level: 'service' });
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter(({ cause }) => cause !== 'response')).toEqual([]);
  expect(others[0]?.otherCaseCount).toBeGreaterThan(first?.cases.length ?? 0);
  expect(stopped).toBeUndefined();
  expect(connections).toBeGreaterThan(100);
});

it('a network that loses one connection of three neither ends the check nor keeps its records', async () => {
  let connections = 0;
  const server = createServer(listenerOf(createHandler({ store: createMemoryStore() })));
  server.prependListener('connection', (socket) => {
    connections++;
    if (connections % 3 === 0) socket.resetAndDestroy();
  });
  const report = await checkServer({
    url: await started(server),
    only: ['state-', 'list-', 'target-root-', 'areas-box'],
    level: 'service',
    concurrency: 1,
  });
  expect(report.findings.map(({ cause }) => cause)).toEqual(['connection']);
  expect(report.stopped).toBeUndefined();
  expect(report.cleanup).toEqual({ left: [], unknown: [], isCertain: true });
  const reasons = report.cases.map(({ reason = '' }) => reason);
  expect(
    reasons.filter((reason) => /cannot be read|does not respond|records of others/.test(reason)),
  ).toEqual([]);
});

it.each([
  ['timeout', new TimeoutError('Timed out.')],
  ['connection', new ConnectionEndedError('The connection ended.')],
  ...['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ECONNABORTED'].map(
    (code) => ['connection', Object.assign(new Error(code), { code })] as const,
  ),
  ['response', Object.assign(new Error('Not found'), { code: 'ENOENT' })],
  ['response', undefined],
] as const)('%s is the cause of %s', (cause, error) => {
  expect(causeOf(error)).toBe(cause);
});
