import { binaryOf } from '@location-records/dev-kit/campaigns';
import { fixture } from '../hosts/spawned-host.ts';
import { workerdCommand } from '../hosts/workerd.ts';
import { Http1Clients } from './http1-clients.ts';
import { Http2Clients } from './http2-clients.ts';
import type { LeavingClients } from './leaving-clients.ts';

/** A program that serves the endless list, and prints the ports of the service and of its control. */
export interface LeavingHost {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Makes the clients that leave the host, given the port of the service. */
  readonly clients: (port: number) => LeavingClients;
}

const endless = { endless: true };
const options = JSON.stringify(endless);
/** The Node.js of this process, and the versions that the matrix fetches. */
const nodes = [
  ['Node.js 20', process.execPath],
  ['Node.js 22', binaryOf('node22')],
  ['Node.js 24', binaryOf('node24')],
  ['Node.js 26', binaryOf('node26')],
] as const;

/** The hosts, each with a way to collect its garbage. To be called when the runtimes are installed. */
export function leavingHosts(): readonly LeavingHost[] {
  const workerd = workerdCommand(['--expose-gc']);
  return [
    ...nodes.map(([version, node]) =>
      http1(`node:http, ${version}`, [node, '--expose-gc', fixture('node'), options]),
    ),
    http1('node:http, createListener()', app('listener')),
    ...nodes.map(([version, node]) => http2(`node:http2, ${version}`, app('http2', node))),
    http1('Express 4', express('express4')),
    http1('Express 5', express('express')),
    http1('Express 4, behind compression()', express('express4', true)),
    http1('Express 5, behind compression()', express('express', true)),
    http1('Connect', app('connect')),
    http1('Koa', app('koa')),
    http1('Fastify', app('fastify')),
    http1('@fastify/express', app('fastify-express')),
    http1('@fastify/middie', app('fastify-middie')),
    http1('h3 1', app('h3v1')),
    http1('h3 2', app('h3v2')),
    http1('fetch, @hono/node-server', app('fetch')),
    http1('fetch, Bun', [binaryOf('bun'), fixture('fetch'), options]),
    http1('fetch, Deno', [
      binaryOf('deno'),
      'run',
      '--allow-all',
      '--v8-flags=--expose-gc',
      fixture('fetch'),
      options,
    ]),
    http1('fetch, workerd', workerd(endless)),
    http1('Hono, @hono/node-server', app('hono')),
    http1('Hono, workerd', workerd({ ...endless, hono: true })),
  ];
}

function http1(name: string, command: LeavingHost['command']): LeavingHost {
  return { name, command, clients: (port) => new Http1Clients(port) };
}

function http2(name: string, command: LeavingHost['command']): LeavingHost {
  return { name, command, clients: (port) => new Http2Clients(port) };
}

/** One of the apps of `fixtures/app.mjs`. */
function app(name: string, node: string = process.execPath): LeavingHost['command'] {
  return [node, '--expose-gc', '--import', 'tsx', fixture('app'), JSON.stringify({ ...endless, app: name })];
}

function express(name: string, compressed = false): LeavingHost['command'] {
  return [
    process.execPath,
    '--expose-gc',
    fixture('express'),
    JSON.stringify({ ...endless, express: name, compressed }),
  ];
}
