import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer } from '@location-records/adapters/node';
import { createHandler, type HandlerOptions } from '@location-records/core';
import { onTestFinished } from 'vitest';

const faultyServer = fileURLToPath(new URL('fixtures/faulty-server.py', import.meta.url));

/** Starts a server on a free port of 127.0.0.1 until the test has finished; gives its URL. */
export async function started(server: NetServer | Server): Promise<string> {
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the service, and calls `watch` for each request. */
export function startService(options: HandlerOptions, watch: RequestListener = () => {}): Promise<string> {
  const server = createServer(createHandler(options));
  return started(server.prependListener('request', watch).prependListener('checkContinue', watch));
}

/**
 * Starts the service of `fixtures/faulty-server.py`, with all of its faults or with these, until the test has
 * finished; gives its URL.
 */
export async function startFaulty(faults?: readonly string[]): Promise<string> {
  const args = faults ? [faults.join() || 'none'] : [];
  const python: ChildProcess = spawn('python3', [faultyServer, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    python.kill();
    if (python.exitCode === null && python.signalCode === null) await once(python, 'close');
  });
  const ended = once(python, 'close').then(([code]) => {
    throw new Error(`The faulty server has ended with ${code}.`);
  });
  const [line] = await Promise.race([
    once(python.stdout as NonNullable<typeof python.stdout>, 'data'),
    ended,
  ]);
  return String(line).trim();
}
