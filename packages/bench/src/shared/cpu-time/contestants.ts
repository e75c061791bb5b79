import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

const connectionCount = 16;

/**
 * Starts every contestant, and sends each the request `beforehand`, if there is one. With `profiles` each leaves a
 * CPU profile in a folder there when it stops.
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
  // Only now, because node:http closes connections on which nothing happens for 5 s.
  return Promise.all(servers.map((server) => enter(server, beforehand)));
}

/** Stops every contestant, and gives the exit codes. */
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
