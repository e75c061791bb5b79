import { fileURLToPath } from 'node:url';
import { binaryOf } from '@location-records/dev-kit/campaigns';
import type { Host } from '../host.ts';
import { bunReasons } from '../reasons/bun-reasons.ts';
import { denoReasons } from '../reasons/deno-reasons.ts';
import { workerdReasons } from '../reasons/workerd-reasons.ts';
import { spawnedHost } from './spawned-host.ts';
import { workerdCommand } from './workerd-command.ts';

const bun = fileURLToPath(new URL('../fixtures/bun.mjs', import.meta.url));
const deno = fileURLToPath(new URL('../fixtures/deno.mjs', import.meta.url));

/** The runtimes of fetch, each with its own server. */
export function runtimeHosts(): readonly Host[] {
  return [
    spawnedHost('fetch, Bun', (options) => [binaryOf('bun'), bun, JSON.stringify(options)], bunReasons),
    spawnedHost(
      'fetch, Deno',
      (options) => [binaryOf('deno'), 'run', '--allow-all', deno, JSON.stringify(options)],
      denoReasons,
    ),
    spawnedHost('fetch, workerd', workerdCommand(), workerdReasons),
  ];
}
