import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryOf } from '@location-records/dev-kit/campaigns';
import { freePort } from '@location-records/dev-kit/engines';
import { bundleWorker } from '../hosts/workerd.ts';
import { askEventHandler, askProcess, askRoutes, askServiceWorker } from './ask-example.ts';

/** A program of the adapters' pages for another runtime than Node.js, or for a framework that calls it. */
export interface Example {
  /** The comment in its first line, which says where it belongs. */
  readonly title: string;
  readonly text: string;
}

/** Runs an example from a file of this folder, on the runtime or the framework that its title names. */
export async function runExample({ title, text }: Example, folder: string): Promise<void> {
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
