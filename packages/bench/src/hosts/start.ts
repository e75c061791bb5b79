import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  createFaultyStore,
  createFetchService,
  createHandlerService,
  type HttpContractHost,
  type Service,
} from '@location-records/conformance';
import { createUrlService } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';

/** Starts a service that holds no records. */
export type Start = HttpContractHost['start'];
type ServiceOptions = Parameters<Start>[0];
type Faults = Service['faults'];

/** A command that starts a server. */
export type Command = (options: object) => readonly [program: string, ...args: string[]];

/** The path of a service that is not mounted at the root. */
export const mountPath = '/api/locations';

/** How long a service may take to respond, in milliseconds. */
const timeout = 5000;

/** The path of a program of `src/fixtures`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}.mjs`, import.meta.url));
}

/** The handler itself, called in this process. */
export const handler: Start = async (options) => {
  const { handle, faults } = faultyHandler(options);
  return { service: createHandlerService(handle, faults) };
};

/** A `fetch` handler in this process. */
export function fetchHandler(create: (handle: Handler) => (request: Request) => Promise<Response>): Start {
  return async (options) => {
    const { handle, faults } = faultyHandler(options);
    return { service: createFetchService(create(handle), faults) };
  };
}

/**
 * A server of node:http in this process. `basePath` is the mount path, if the service sees it in the target.
 */
export function server(serve: (handle: Handler) => Server | Promise<Server>, basePath = ''): Start {
  return async (options) => {
    const path = basePath + (options.basePath ?? '');
    const { handle, faults } = faultyHandler({ ...options, basePath: path || '/' });
    const listening = await serve(handle);
    await once(listening.listen(0, '127.0.0.1'), 'listening');
    const { port } = listening.address() as AddressInfo;
    return {
      service: createUrlService(`http://127.0.0.1:${port}`, { timeout, keepAlive: false, faults }),
      async close() {
        listening.closeAllConnections();
        await once(listening.close(), 'close');
      },
    };
  };
}

/** An app with the service at a mount path. `seesPath`: the service sees this path in the target. */
export function atMountPath(
  app: (handle: Handler, path: string) => Server | Promise<Server>,
  { seesPath = true } = {},
): Start {
  return server(async (handle) => belowMountPath(await app(handle, mountPath)), seesPath ? mountPath : '');
}

/** Adds the mount path to every target that the server gets, so that all cases reach the service. */
function belowMountPath(listening: Server): Server {
  return listening.prependListener('request', (req) => {
    const [origin = ''] = /^(?:[a-z]+:\/\/[^/?]*)?/i.exec(req.url ?? '') ?? [];
    const path = (req.url ?? '').slice(origin.length);
    if (path !== '*') req.url = `${origin}${mountPath}${path.replace(/^\/(?=\?|$)/, '')}`;
  });
}

/** A server in another process, which prints its port and that of its control. */
export function spawned(command: Command): Start {
  return async (options) => {
    const [program, ...args] = command(options);
    // Runtimes report a list that fails half-way on stderr, as they should.
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [port, control] = await portsOf(child);
    const faults = remoteFaults(`http://127.0.0.1:${control}/`);
    return {
      service: createUrlService(`http://127.0.0.1:${port}`, { timeout, keepAlive: false, faults }),
      close: () => end(child, 'SIGKILL'),
    };
  };
}

/** The command `location-records serve` on its memory store. */
export const command: Start = async (options) => {
  const manifest = createRequire(import.meta.url).resolve('location-records/package.json');
  const bin = join(dirname(manifest), 'dist', 'bin.js');
  const args = [bin, 'serve', '--port', '0', '--log', 'off', '--store', 'memory:', ...flagsOf(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const port = Number(/:(\d+)(?:\/|$)/.exec(line)?.[1]);
  return {
    service: createUrlService(`http://127.0.0.1:${port}`, { timeout, keepAlive: false }),
    close: () => end(child, 'SIGTERM'),
  };
};

/** Each flag has the name of its option in kebab-case. */
function flagsOf(options: ServiceOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [flag, String(value)];
  });
}

function faultyHandler(options: ServiceOptions): { readonly handle: Handler; readonly faults: Faults } {
  const { store, faults, onError } = createFaultyStore(createMemoryStore());
  return { handle: createHandler({ ...options, store, onError }), faults };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** The ports of the service and of its control, as a fixture prints them when it listens. */
async function portsOf(child: ChildProcess): Promise<readonly [service: number, control: number]> {
  const ports: { service?: number; control?: number } = {};
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const { service, control } = Object.assign(ports, portsIn(line));
    if (service !== undefined && control !== undefined) return [service, control];
  }
  child.kill('SIGKILL');
  throw new Error(`${child.spawnfile} ended before it listened.`);
}

/** The ports in a line: two numbers, or the JSON that workerd writes about one socket. */
function portsIn(line: string): { service?: number; control?: number } {
  if (line.startsWith('{')) {
    const { socket, port } = JSON.parse(line) as { socket: 'service' | 'control'; port: number };
    return { [socket]: port };
  }
  const [service = Number.NaN, control = Number.NaN] = line.split(' ').map(Number);
  return { service, control };
}

/**
 * Orders the failures of a fixture's store through its control, and finds the ordered errors among those
 * reported.
 */
function remoteFaults(control: string): Faults {
  const ordered: Error[] = [];

  async function order(method: string, error: Error, batches?: number): Promise<void> {
    const number = ordered.push(error) - 1;
    const body = JSON.stringify({ method, batches, number, message: error.message });
    const { ok } = await fetch(control, { method: 'POST', body });
    if (!ok) throw new Error('The control of the fixture refused the order.');
  }

  return {
    fail: (method, error) => order(method, error),
    failList: (batches, error) => order('list', error, batches),
    async reportedErrors() {
      const reported = (await (await fetch(control)).json()) as readonly (number | string)[];
      return reported.map((entry) => (typeof entry === 'number' ? ordered[entry] : new Error(entry)));
    },
  };
}
