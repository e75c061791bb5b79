import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { binaryOf } from '@location-records/dev-kit/campaigns';
import type { Host, Unreachable } from '../host.ts';
import { bunReasons } from '../reasons/bun-reasons.ts';
import { denoReasons } from '../reasons/deno-reasons.ts';
import { noRequest, noServer } from '../reasons/unmet-needs.ts';
import { workerdReasons } from '../reasons/workerd-reasons.ts';
import { fixture, spawnedHost } from './spawned-host.ts';
import { workerdCommand } from './workerd.ts';

const versions = [
  ['20', binaryOf('node20')],
  ['22', binaryOf('node22')],
  ['24', binaryOf('node24')],
  ['26', binaryOf('node26')],
] as const;

/** The handler itself, node:http and fetch on every version of Node.js. */
export const nodeHosts: readonly Host[] = [
  inProcessHost('in process', process.execPath, 'handle', noServer),
  ...versions.map(([version, node]) =>
    spawnedHost(
      `node:http, Node.js ${version}`,
      (options) => [node, fixture('node'), JSON.stringify(options)],
      [],
    ),
  ),
  ...versions.map(([version, node]) => inProcessHost(`fetch, Node.js ${version}`, node, 'fetch', noRequest)),
];

/** The runtimes of fetch, each with its own server. To be called when the runtimes are installed. */
export function runtimeHosts(): readonly Host[] {
  return [
    spawnedHost(
      'fetch, Bun',
      (options) => [binaryOf('bun'), fixture('fetch'), JSON.stringify(options)],
      bunReasons,
    ),
    spawnedHost(
      'fetch, Deno',
      (options) => [binaryOf('deno'), 'run', '--allow-all', fixture('fetch'), JSON.stringify(options)],
      denoReasons,
    ),
    spawnedHost('fetch, workerd', workerdCommand(), workerdReasons),
  ];
}

/** A host without a server. It has a process of its own, for another version of Node.js. */
function inProcessHost(
  name: string,
  node: string,
  entry: 'handle' | 'fetch',
  unreachable: readonly Unreachable[],
): Host {
  return {
    name,
    unreachable,
    async run(cases) {
      const child = spawn(node, [fixture('in-process'), entry], { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(cases.map(({ id }) => id).join('\n'));
      return new Map((await json(child.stdout)) as [string, string | undefined][]);
    },
  };
}
