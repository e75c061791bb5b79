import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createApp, type EventHandler, toNodeListener } from 'h3-1';

/** Sends a request to the service of an example, which is below `/locations`. */
type Ask = (request: Request) => Promise<Response>;

const location = '{"coordinates":{"latitude":48.8584,"longitude":2.2945}}';
const url = 'http://127.0.0.1/locations';
/** How long a program may take until it listens, in milliseconds. */
const startTimeout = 20_000;

/** Starts a program that listens on this port, asks it, and ends it. */
export async function askProcess(
  [program, ...args]: readonly [string, ...string[]],
  port: number,
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await untilListening(port);
    await askExample(askPort(port));
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
}

/** Asks the route handlers that a module exports by the names of the methods, as Next.js does. */
export async function askRoutes(file: string): Promise<void> {
  const routes = (await import(pathToFileURL(file).href)) as Record<string, Ask | undefined>;
  await askExample((request) => {
    const route = routes[request.method];
    if (route === undefined) throw new Error(`The module exports no ${request.method}.`);
    return route(request);
  });
}

/** Asks the listener that a script of a service worker adds. */
export async function askServiceWorker(file: string): Promise<void> {
  type FetchEvent = { request: Request; respondWith: (response: Promise<Response>) => void };
  let listener: (event: FetchEvent) => void = () => {};
  const scope = globalThis as { addEventListener?: unknown };
  scope.addEventListener = (_type: string, added: typeof listener) => {
    listener = added;
  };
  await import(pathToFileURL(file).href);
  delete scope.addEventListener;
  await askExample((request) => new Promise((respondWith) => listener({ request, respondWith })));
}

/** Asks the event handler that a module exports, in an app of h3 1, as Nitro 2 does. */
export async function askEventHandler(file: string): Promise<void> {
  const { default: handler } = (await import(pathToFileURL(file).href)) as { default: EventHandler };
  const server = createServer(toNodeListener(createApp().use(handler)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    await askExample(askPort((server.address() as AddressInfo).port));
  } finally {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
}

/** Makes requests for each route, and checks the responses. */
async function askExample(ask: Ask): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  assert.equal(await textOf(ask(new Request(url))), '200 []');
  const record = `${url}/tower`;
  assert.equal(await textOf(ask(new Request(record, { method: 'POST', headers, body: location }))), '200 ');
  assert.equal(await textOf(ask(new Request(record))), `200 ${location}`);
  assert.equal(
    await textOf(ask(new Request(record, { method: 'PATCH' }))),
    '405 {"error_message":"Method not allowed"}',
  );
  assert.equal(await textOf(ask(new Request(record, { method: 'DELETE' }))), '200 ');
  assert.equal(await textOf(ask(new Request(`${url}/a/b`))), '404 {"error_message":"Route not found"}');
}

async function textOf(responding: Promise<Response>): Promise<string> {
  const response = await responding;
  return `${response.status} ${await response.text()}`;
}

function askPort(port: number): Ask {
  return (request) => fetch(new Request(request.url.replace('127.0.0.1', `127.0.0.1:${port}`), request));
}

async function untilListening(port: number): Promise<void> {
  const deadline = Date.now() + startTimeout;
  for (;;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/locations`)).text();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await setTimeout(50);
    }
  }
}
