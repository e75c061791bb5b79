import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binaryOf } from '@location-records/workspace/campaigns';
import { buildSync } from 'esbuild';
import { fixture } from './start.ts';

/** Writes a configuration of workerd with the worker `worker.js` beside it. */
export function workerConfiguration(sockets: readonly string[], bindings = ''): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [${sockets.join(', ')}],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  bindings = [${bindings}],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["enable_request_signal"],
);
`;
}

/** A socket for the service, and one for its control. */
const sockets = [
  '(name = "service", address = "127.0.0.1:0", http = (), service = "main")',
  '(name = "control", address = "127.0.0.1:0", http = (), service = (name = "main", entrypoint = "control"))',
];

/**
 * Bundles the worker into a folder that lasts as long as this process. Returns the command that starts it.
 */
export function workerdCommand(): (options: object) => readonly [program: string, ...args: string[]] {
  const folder = mkdtempSync(join(tmpdir(), 'location-records-workerd-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  bundleWorker(fixture('worker'), join(folder, 'worker.js'));
  let count = 0;
  return (options) => {
    const file = join(folder, `${count++}.capnp`);
    const binding = `(name = "OPTIONS", json = ${JSON.stringify(JSON.stringify(options))})`;
    writeFileSync(file, workerConfiguration(sockets, binding));
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
