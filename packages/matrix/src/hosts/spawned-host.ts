import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServiceOptions } from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import type { Host, Unreachable } from '../host.ts';
import { runCases } from '../run-cases.ts';
import { portsOf } from '../shared/ports-of.ts';
import { remoteFaults } from '../shared/remote-faults.ts';

/** What a program serves: the service with these options, or the one whose list never ends; a worker also below Hono. */
export type FixtureOptions = ServiceOptions & { readonly endless?: boolean; readonly hono?: boolean };

/** A program that serves the service and its control, and prints the two ports. */
export type Command = (options: FixtureOptions) => readonly [program: string, ...args: string[]];

/** A host that is a server in another process. */
export function spawnedHost(name: string, command: Command, unreachable: readonly Unreachable[]): Host {
  return {
    name,
    unreachable,
    run: (cases) =>
      runCases(cases, async (options) => {
        const [program, ...args] = command(options);
        // The runtimes tell of a list that fails half-way on the standard error, as they should.
        const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
        const [port, control] = await portsOf(child);
        const faults = remoteFaults(`http://127.0.0.1:${control}/`);
        return {
          service: socketService({ host: '127.0.0.1', port, bound: 5000, faults }),
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
