// Runs the programs of the adapters' pages that belong on other runtimes, or are called by a framework.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  binaryOf,
  buildPackages,
  endChild,
  fetchRuntimes,
  readFlags,
  startChild,
} from '@location-records/workspace/campaigns';
import { freePort } from '@location-records/workspace/engines';
import { readReadmes } from '@location-records/workspace/readme-blocks';
import { createApp, type EventHandler, toNodeListener } from 'h3-1';
import { bundleWorker, workerConfiguration } from './workerd.ts';

/** Sends a request to the service of an example, which is below `/locations`. */
type Ask = (request: Request) => Promise<Response>;

/** The file of an example, and the port on which its program listens. */
type Run = (file: string, port: number) => Promise<void>;

/** How an example is run and asked, by the comment in its first line. */
const kinds: readonly (readonly [title: RegExp, run: Run])[] = [
  [/bun server/, (file, port) => askProcess([binaryOf('bun'), file], port)],
  [/deno run/, (file, port) => askProcess([binaryOf('deno'), 'run', '--allow-net', file], port)],
  [/^worker\.mjs/, askWorker],
  [/route\.js/, askRoutes],
  [/Nitro 2/, askEventHandler],
  [/^service-worker\.mjs/, askServiceWorker],
];

const location = '{"coordinates":{"latitude":48.8584,"longitude":2.2945}}';
const url = 'http://127.0.0.1/locations';

readFlags({});
buildPackages();
fetchRuntimes();
// The programs find their imports from here. Deno takes no programs from below `node_modules`.
const folder = join(import.meta.dirname, '..', '..', 'dist', 'examples');
await mkdir(folder, { recursive: true });
const examples = readReadmes()
  .filter(({ home }) => basename(home) === 'adapters')
  .flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'mjs'));
assert.notEqual(examples.length, 0, 'The pages have no examples.');
for (const { text } of examples) {
  const title = /^\/\/ (.*)/.exec(text)?.[1] ?? '';
  const [, run] = kinds.find(([pattern]) => pattern.test(title)) ?? [];
  if (!run) throw new Error(`The example "${title}" is not known; add it to examples.ts.`);
  const port = await freePort();
  const file = join(folder, `${title.replaceAll(/\W+/g, '-')}.mjs`);
  // The package h3 is h3 2 in this workspace, and h3 1 with Nitro 2.
  const program = title.includes('Nitro 2') ? text.replace("from 'h3'", "from 'h3-1'") : text;
  await writeFile(file, program.replaceAll('8080', String(port)));
  await run(file, port);
  process.stdout.write(`passed: ${title}\n`);
}

async function askWorker(file: string, port: number): Promise<void> {
  bundleWorker(file, join(folder, 'worker.js'));
  const configuration = join(folder, 'worker.capnp');
  const socket = `(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")`;
  await writeFile(configuration, workerConfiguration([socket]));
  await askProcess([binaryOf('workerd'), 'serve', configuration], port);
}

/** Starts a program that listens on this port, asks it, and ends it. */
async function askProcess(command: readonly string[], port: number): Promise<void> {
  const child = startChild(command, ['ignore', 'ignore', 'inherit']);
  const ask = askPort(port);
  try {
    // Refused connections are over at once, so the count is a time limit.
    for (let tries = 0; !(await ask(new Request(url)).catch(() => undefined)); tries++) {
      if (tries === 200) throw new Error(`${command.join(' ')} does not listen.`);
      await setTimeout(100);
    }
    await askExample(ask);
  } finally {
    await endChild(child, 'SIGKILL');
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
  const { port } = server.address() as AddressInfo;
  await askExample(askPort(port));
  server.closeAllConnections();
  server.close();
}

function askPort(port: number): Ask {
  return (request) => fetch(new Request(request.url.replace('127.0.0.1', `127.0.0.1:${port}`), request));
}

/** Makes a request for each route, and checks the responses. */
async function askExample(ask: Ask): Promise<void> {
  const rows: readonly [method: string, path: string, expected: string][] = [
    ['GET', '', '200 []'],
    ['POST', '/tower', '200 '],
    ['GET', '/tower', `200 ${location}`],
    ['PATCH', '/tower', '405 {"error_message":"Method not allowed"}'],
    ['DELETE', '/tower', '200 '],
    ['GET', '/a/b', '404 {"error_message":"Route not found"}'],
  ];
  const content = { headers: { 'Content-Type': 'application/json' }, body: location };
  for (const [method, path, expected] of rows) {
    const response = await ask(new Request(url + path, { method, ...(method === 'POST' && content) }));
    assert.equal(`${response.status} ${await response.text()}`, expected, `${method} ${path}`);
  }
}
