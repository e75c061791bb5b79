import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { print } from '@location-records/dev-kit/campaigns';
import { Connection } from '../connection.ts';
import type { ServerProcess, ServerSettings } from '../server-process.ts';

/** A server that takes part in a comparison. */
export interface Entrant {
  readonly name: string;
  start(settings: ServerSettings): Promise<ServerProcess>;
}

/** A running server and the connections to it. */
export interface Contestant {
  readonly server: ServerProcess;
  readonly connections: readonly Connection[];
}

/** The record that every request of a comparison is about. */
export const record = {
  id: 'eiffel-tower',
  body: '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}',
} as const;

const connectionCount = 16;

let unpinned: readonly string[] = [];

/**
 * Keeps this process on one CPU. Gives what comes before a server's command to keep it on another, so that neither
 * pushes the other out of its cache. Without `taskset` or a second CPU it gives nothing, and says so.
 */
export function pinApart(): readonly string[] {
  const allowed = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readOwnStatus())?.[1];
  if (availableParallelism() >= 2 && allowed !== undefined) {
    const self = spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', String(process.pid)]);
    if (self.status === 0) {
      unpinned = ['taskset', '--cpu-list', allowed];
      return ['taskset', '--cpu-list', '0'];
    }
  }
  print('The servers and the client share the CPUs; expect more noise.');
  return [];
}

function readOwnStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    // Only Linux has it.
    return '';
  }
}

/** What comes before a command that may use all CPUs, as this process could before {@link pinApart}. */
export function onAllCpus(): readonly string[] {
  return unpinned;
}

/**
 * Starts every contestant, and sends each the request `beforehand`, if there is one. With `profiles` each leaves a CPU
 * profile in a folder there when it stops.
 */
export async function startContestants(
  entrants: readonly Entrant[],
  wrapper: readonly string[],
  {
    profiles,
    beforehand,
  }: { readonly profiles?: string | undefined; readonly beforehand?: Uint8Array | undefined },
): Promise<Contestant[]> {
  const servers: ServerProcess[] = [];
  for (const { name, start } of entrants) {
    servers.push(await start({ wrapper, runtimeFlags: await profilerFlags(name, profiles) }));
  }
  // Only now, because node:http closes a connection that is idle for 5 s.
  return Promise.all(servers.map((server) => enter(server, beforehand)));
}

/** Stops every contestant, and resolves to the exit codes. */
export function stopContestants(contestants: readonly Contestant[]): Promise<(number | null)[]> {
  for (const { connections } of contestants) for (const connection of connections) connection.close();
  return Promise.all(contestants.map(({ server }) => server.stop()));
}

async function enter(server: ServerProcess, beforehand: Uint8Array | undefined): Promise<Contestant> {
  const connections = await Connection.openMany(server.port, connectionCount);
  if (beforehand) await connections[0]?.send(beforehand);
  return { server, connections };
}

async function profilerFlags(name: string, profiles: string | undefined): Promise<readonly string[]> {
  if (profiles === undefined) return [];
  const folder = join(profiles, name.replaceAll(/[^a-zA-Z]/g, '-'));
  await mkdir(folder, { recursive: true });
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}
