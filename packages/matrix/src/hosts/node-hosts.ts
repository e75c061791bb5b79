import { fileURLToPath } from 'node:url';
import { binaryOf } from '@location-records/dev-kit/campaigns';
import type { Host } from '../host.ts';
import { noRequest, noServer } from '../reasons/function-reasons.ts';
import { inProcessHost } from './in-process-host.ts';
import { spawnedHost } from './spawned-host.ts';

const script = fileURLToPath(new URL('../fixtures/node.mjs', import.meta.url));
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
    spawnedHost(`node:http, Node.js ${version}`, (options) => [node, script, JSON.stringify(options)], []),
  ),
  ...versions.map(([version, node]) => inProcessHost(`fetch, Node.js ${version}`, node, 'fetch', noRequest)),
];
