import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as route from '../next/app/locations/[[...id]]/route.js';
// Registers the tests of the example.
import '../vitest/rename-place.test.js';
import worker from '../worker/worker.js';

const location = '{"coordinates":{"latitude":48.8584,"longitude":2.2945}}';

type Ask = (request: Request) => Promise<Response>;

/** Creates, reads, lists and deletes a record. */
async function expectService(url: string, ask: Ask): Promise<void> {
  const statusOf = async (method: string, body?: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request(`${url}/tower`, { method, headers, ...(body !== undefined && { body }) });
    return (await ask(request)).status;
  };
  const textOf = async (target: string) => (await ask(new Request(url + target))).text();
  expect(await statusOf('PUT', location)).toBe(404);
  expect(await statusOf('POST', location)).toBe(200);
  expect(await textOf('/tower')).toBe(location);
  expect(await textOf('')).toBe(`[["tower",${location}]]`);
  expect(await statusOf('DELETE')).toBe(200);
  expect(await statusOf('GET')).toBe(404);
}

/** Starts the server of the Express example until the test has finished. */
async function startExpress(folder: string) {
  const child = fork(join(import.meta.dirname, '../express/server.js'), {
    env: { ...process.env, PORT: '0', DATABASE: join(folder, 'locations.db') },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  const stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    return (await exit)[0];
  };
  return { url: String(line).trim(), stop };
}

test('the Express app serves the records, and ends at SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-express-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { url, stop } = await startExpress(folder);
  await expectService(url, fetch);
  const front = await fetch(new URL('/', url));
  expect(await front.text()).toBe('The records are at /locations.');
  expect(await stop()).toBe(0);
});

test('the worker serves the records, and its front page', async () => {
  await expectService('https://example.com/locations', worker.fetch);
  const front = await worker.fetch(new Request('https://example.com/'));
  expect(await front.text()).toBe('The records are at /locations.');
});

test('the route handler of Next.js serves the records', async () => {
  await expectService('https://example.com/locations', (request) => {
    const handle = (route as Readonly<Record<string, Ask | undefined>>)[request.method];
    if (!handle) throw new Error(`The route exports no ${request.method}.`);
    return handle(request);
  });
});
