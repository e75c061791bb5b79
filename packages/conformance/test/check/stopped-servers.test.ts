import { createServer, type IncomingMessage } from 'node:http';
import { checkServer } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';

/** Starts a service that stops responding at the first request of a kind. */
function startEndingAt(isLast: (request: IncomingMessage) => boolean): Promise<string> {
  const listener = listenerOf(createHandler({ store: createMemoryStore() }));
  let isGone = false;
  return started(
    createServer((req, res) => {
      isGone ||= isLast(req);
      if (isGone) req.socket.destroy();
      else listener(req, res);
    }),
  );
}

const isPatch = ({ method }: IncomingMessage) => method === 'PATCH';

it('ends when the server stops responding, and names the case', async () => {
  const url = await startEndingAt(isPatch);
  const only = ['state-', 'method-', 'response-error-is-object'];
  const report = await checkServer({ url, only, concurrency: 1 });
  expect(report.stopped).toBe('The server stopped responding in case method-patch.');
  expect(report.counts).toMatchObject({ failed: 1 });
  expect(report.cleanup.isCertain).toBe(false);
  const { stopped } = await checkServer({ url, only, concurrency: 8 }).catch(({ code }) => ({
    stopped: code,
  }));
  expect(stopped).toBe('CHECK_UNREACHABLE');
});

it('names all cases that ran when the server stopped responding', async () => {
  const url = await startEndingAt(isPatch);
  const report = await checkServer({ url, only: ['state-', 'method-'], concurrency: 8 });
  expect(report.stopped).toMatch(/^The server stopped responding in case .*\bmethod-patch\b.*\.$/);
  expect(report.counts.failed).toBeGreaterThan(0);
});

it('ends when the server stops responding before a case that needs an empty store', async () => {
  let requests = 0;
  const url = await startEndingAt(() => ++requests > 1);
  const report = await checkServer({ url, only: ['list-empty'] });
  expect(report.stopped).toBe('The server stopped responding.');
  expect(report.counts).toMatchObject({ passed: 0, failed: 0 });
});
