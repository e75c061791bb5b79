import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryOf } from '@location-records/workspace/campaigns';
import { buildSync } from 'esbuild';
import { fixture } from './start.ts';

/** The configuration of workerd: one worker, with a socket for the service and one for its control. */
const configuration = (options: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [
    (name = "service", address = "127.0.0.1:0", http = (), service = "main"),
    (name = "control", address = "127.0.0.1:0", http = (), service = (name = "main", entrypoint = "control")),
  ],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  bindings = [(name = "OPTIONS", json = ${JSON.stringify(options)})],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["enable_request_signal"],
);
`;

/**
 * Bundles the worker into a folder that lasts as long as this process, and gives the command that starts it
 * there.
 */
export function workerdCommand(): (options: object) => readonly [program: string, ...args: string[]] {
  const folder = mkdtempSync(join(tmpdir(), 'location-records-workerd-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  bundleWorker(fixture('worker'), join(folder, 'worker.js'));
  let count = 0;
  return (options) => {
    const file = join(folder, `${count++}.capnp`);
    writeFileSync(file, configuration(JSON.stringify(options)));
    // Workerd then writes the ports to stdout.
    return [binaryOf('workerd'), 'serve', '--control-fd=1', file];
  };
}

/** Bundles the main module of a worker into one file, as workerd needs it. */
export function bundleWorker(entry: string, outfile: string): void {
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['import'],
    external: ['cloudflare:workers'],
  });
}
