// Runs the programs of the adapters' pages that belong on other runtimes, or are called by a framework.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { binaryOf, buildPackages, fetchRuntimes, readFlags } from '@location-records/workspace/campaigns';
import { freePort } from '@location-records/workspace/engines';
import { readReadmes } from '@location-records/workspace/readme-blocks';
import { createApp, type EventHandler, toNodeListener } from 'h3-1';
import { bundleWorker } from './workerd.ts';

/** Sends a request to the service of an example, which is below `/locations`. */
type Ask = (request: Request) => Promise<Response>;

const location = '{"coordinates":{"latitude":48.8584,"longitude":2.2945}}';
const url = 'http://127.0.0.1/locations';
/** How long a program may take until it listens, in milliseconds. */
const startTimeout = 20_000;

readFlags({});
buildPackages();
fetchRuntimes();
// The programs find their imports from here. Deno takes no programs from below `node_modules`.
const folder = join(import.meta.dirname, '..', '..', 'dist', 'examples');
await mkdir(folder, { recursive: true });
const examples = readExamples();
if (examples.length === 0) throw new Error('The pages have no examples.');
for (const example of examples) {
  await runExample(example, folder);
  process.stdout.write(`passed: ${example.title}\n`);
}

/** The programs of the adapters' README, and of the pages beside it, that Node.js cannot simply run. */
function readExamples(): readonly Example[] {
  const blocks = readReadmes()
    .filter(({ home }) => basename(home) === 'adapters')
    .flatMap(({ blocks: all }) => all.filter(({ language }) => language === 'mjs'));
  return blocks.map(({ text }) => ({ title: /^\/\/ (.*)/.exec(text)?.[1] ?? '', text }));
}

/** A program of the adapters' pages for another runtime than Node.js, or for a framework that calls it. */
interface Example {
  /** The comment in its first line, which says where it belongs. */
  readonly title: string;
  readonly text: string;
}

/** Runs an example from a file of this folder, on the runtime or the framework that its title names. */
async function runExample({ title, text }: Example, folder: string): Promise<void> {
  const port = await freePort();
  const file = join(folder, `${title.replaceAll(/\W+/g, '-')}.mjs`);
  // The package h3 is h3 2 in this workspace, and h3 1 with Nitro 2.
  const program = title.includes('Nitro 2') ? text.replace("from 'h3'", "from 'h3-1'") : text;
  await writeFile(file, program.replaceAll('8080', String(port)));
  if (title.includes('bun')) await askProcess([binaryOf('bun'), file], port);
  else if (title.includes('deno')) await askProcess([binaryOf('deno'), 'run', '--allow-net', file], port);
  else if (title.startsWith('worker.mjs')) await askProcess(await workerdCommand(file, folder, port), port);
  else if (title.includes('route.js')) await askRoutes(file);
  else if (title.includes('Nitro 2')) await askEventHandler(file);
  else if (title.startsWith('service-worker.mjs')) await askServiceWorker(file);
  else throw new Error(`The example “${title}” is not known here; add it to run-example.ts.`);
}

async function workerdCommand(file: string, folder: string, port: number): Promise<[string, ...string[]]> {
  bundleWorker(file, join(folder, 'worker.js'));
  const configuration = join(folder, 'worker.capnp');
  await writeFile(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
);
`,
  );
  return [binaryOf('workerd'), 'serve', configuration];
}

/** Starts a program that listens on this port, asks it, and ends it. */
async function askProcess([program, ...args]: readonly [string, ...string[]], port: number): Promise<void> {
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
async function askRoutes(file: string): Promise<void> {
  const routes = (await import(pathToFileURL(file).href)) as Record<string, Ask | undefined>;
  await askExample((request) => {
    const route = routes[request.method];
    if (route === undefined) throw new Error(`The module exports no ${request.method}.`);
    return route(request);
  });
}

/** Asks the listener that a script of a service worker adds. */
async function askServiceWorker(file: string): Promise<void> {
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
async function askEventHandler(file: string): Promise<void> {
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
