import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Faults, ServiceOptions } from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import type { Host, Unreachable } from '../host.ts';
import { runCases } from '../run-cases.ts';

/** What a program serves: the service with these options, or the one whose list never ends. `hono` is for the worker. */
type FixtureOptions = ServiceOptions & { readonly endless?: boolean; readonly hono?: boolean };

/** A program that serves the service and its control, and prints the two ports. */
export type Command = (options: FixtureOptions) => readonly [program: string, ...args: string[]];

/** The path of a program of `src/fixtures`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/${name}.mjs`, import.meta.url));
}

/** A host that is a server in another process. */
export function spawnedHost(name: string, command: Command, unreachable: readonly Unreachable[]): Host {
  return {
    name,
    unreachable,
    run: (cases) =>
      runCases(cases, async (options) => {
        const [program, ...args] = command(options);
        // The runtimes report a list that fails half-way on stderr, as they should.
        const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
        const [port, control] = await portsOf(child).catch((error: unknown) => {
          child.kill('SIGKILL');
          throw error;
        });
        const faults = remoteFaults(`http://127.0.0.1:${control}/`);
        return {
          service: socketService({ host: '127.0.0.1', port, timeout: 5000, faults }),
          close: () => end(child),
        };
      }),
  };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The ports of the service and of its control, as a fixture prints them when it listens. */
export async function portsOf(child: ChildProcess): Promise<[service: number, control: number]> {
  const ports: { service?: number; control?: number } = {};
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const { service, control } = Object.assign(ports, portsIn(line));
    if (service !== undefined && control !== undefined) return [service, control];
  }
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

/** Orders the failures of a fixture's store through its control, and finds the ordered errors among those reported. */
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
