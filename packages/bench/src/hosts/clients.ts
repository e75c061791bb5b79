// Runs the store contract over the client on every runtime. See the README.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { startBrowser } from '@location-records/workspace/browser';
import {
  binaryOf,
  endChild,
  fetchRuntimes,
  itemsNamed,
  readFlags,
  startChild,
  withTemporaryFolder,
} from '@location-records/workspace/campaigns';
import { freePort } from '@location-records/workspace/engines';
import { fixture } from './start.ts';
import { bundleWorker } from './workerd.ts';

/** What the fixture reports. */
interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

/** Runs the fixture on a runtime. `bundled` returns the file of a fixture in one piece. */
type Run = (url: string, bundled: (name: string) => string) => Promise<Outcome>;

const runtimes: readonly { readonly name: string; readonly run: Run }[] = [
  ...(['20', '22', '24', '26'] as const).map((version) => ({
    name: `Node.js ${version}`,
    run: program(binaryOf(`node${version}`)),
  })),
  { name: 'Bun', run: program(binaryOf('bun')) },
  { name: 'Deno', run: program(binaryOf('deno'), 'run', '-A') },
  { name: 'workerd', run: inWorker },
  { name: 'Chromium', run: inBrowser },
];

const { values } = readFlags({ options: { only: { type: 'string' } } });
fetchRuntimes();
const { url, close } = await startServices();
let failed = 0;
await withTemporaryFolder(async (folder) => {
  const bundled = (name: string) => {
    const file = `${folder}/${name}.mjs`;
    bundleWorker(fixture(name), file);
    return file;
  };
  for (const { name, run } of itemsNamed(values.only, runtimes)) {
    const { passed, failures } = await run(url, bundled);
    failed += failures.length;
    process.stdout.write(`${name}: ${passed} of ${passed + failures.length} cases pass\n`);
    for (const failure of failures) process.stdout.write(`  ${failure}\n`);
  }
});
await close();
process.exitCode = failed > 0 ? 1 : 0;

/** Starts a server that has a separate service below each path, and an empty page at its root. */
async function startServices() {
  const services = new Map<string, ReturnType<typeof createListener>>();
  // The target of an identifier of 100,000 characters may have 1.2 million.
  // A connection that the server closes while a write begins fails the write, which is not sent again.
  const options = { maxHeaderSize: 2 ** 21, keepAliveTimeout: 600_000 };
  const server = createServer(options, (request, response) => {
    const [basePath] = /^\/[\w-]+/.exec(request.url ?? '') ?? [];
    if (basePath === undefined) return response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
    let listener = services.get(basePath);
    if (!listener) {
      listener = createListener(createHandler({ store: createMemoryStore(), bodyLimit: 2 ** 26, basePath }));
      services.set(basePath, listener);
    }
    return listener(request, response);
  });
  // Linux resets connections that do not fit into the backlog for seconds. Some cases write 1,100 records at once.
  await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function program(runtime: string, ...flags: readonly string[]): Run {
  return async (service, bundled) => {
    const command = [runtime, ...flags, bundled('client-program'), service] as const;
    const child = startChild(command, ['ignore', 'pipe', 'inherit']);
    return JSON.parse(await text(child.stdout as NodeJS.ReadableStream));
  };
}

async function inWorker(service: string, bundled: (name: string) => string): Promise<Outcome> {
  const worker = bundled('client-worker');
  const port = await freePort();
  const configuration = worker.replace(/[^/]*$/, 'client.capnp');
  writeFileSync(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "client-worker.mjs")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "local",
    )),
    (name = "local", network = (allow = ["local", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`,
  );
  const child = startChild([binaryOf('workerd'), 'serve', configuration], ['ignore', 'ignore', 'inherit']);
  try {
    const asked = `http://127.0.0.1:${port}/?url=${encodeURIComponent(service)}`;
    for (;;) {
      const response = await fetch(asked).catch(() => undefined);
      if (response) return (await response.json()) as Outcome;
      if (child.exitCode !== null) throw new Error('workerd ended before it listened.');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await endChild(child, 'SIGKILL');
  }
}

async function inBrowser(service: string, bundled: (name: string) => string): Promise<Outcome> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(service);
    await page.addScriptTag({ content: readFileSync(bundled('client-page'), 'utf8'), type: 'module' });
    await page.waitForFunction('globalThis.runContract');
    // A browser opens six connections to a host: fifty lists would wait for each other, and thousands of calls at once
    // take minutes.
    return await page.evaluate(
      `globalThis.runContract(${JSON.stringify(service)}, /^(list-(stopped|live|many)|concurrent|changes)/)`,
    );
  } finally {
    await browser.close();
  }
}
