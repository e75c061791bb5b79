import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '../shared/connection.ts';
import { requestBytes } from '../shared/request-bytes.ts';
import { ServerProcess } from '../shared/server-process.ts';

/** The record that every request is about. */
export const record = {
  id: 'eiffel-tower',
  body: '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}',
} as const;

/** A running server and the connections to it. */
export interface Contestant {
  readonly server: ServerProcess;
  readonly connections: readonly Connection[];
}

const connectionCount = 16;

/** What runs the bare server, against which the others are measured, comes first. */
export const names = ['bare node:http', 'createListener', 'createServer', 'command'] as const;

/** Starts every contestant. With `profiles` each leaves a CPU profile in a folder there when it stops. */
export async function startContestants(
  wrapper: readonly string[],
  profiles: string | undefined,
): Promise<Contestant[]> {
  const servers: ServerProcess[] = [];
  for (const name of names) servers.push(await start(name, wrapper, await profilerFlags(name, profiles)));
  // Only now, because node:http closes connections on which nothing happens for 5 s.
  return Promise.all(servers.map(enter));
}

/** Stops every contestant, and gives the exit codes. */
export function stopContestants(contestants: readonly Contestant[]): Promise<(number | null)[]> {
  for (const { connections } of contestants) for (const connection of connections) connection.close();
  return Promise.all(contestants.map(({ server }) => server.stop()));
}

async function enter(server: ServerProcess): Promise<Contestant> {
  const connections = await Connection.openMany(server.port, connectionCount);
  // The bare server answers this like a PUT.
  await connections[0]?.send(requestBytes('POST', record.id, record.body));
  return { server, connections };
}

function start(name: (typeof names)[number], wrapper: readonly string[], nodeFlags: readonly string[]) {
  const settings = { wrapper, nodeFlags };
  switch (name) {
    case 'bare node:http':
      return ServerProcess.startOwn('bare', [record.body], settings);
    case 'createListener':
      return ServerProcess.startOwn('listener', [], settings);
    case 'createServer':
      return ServerProcess.startOwn('adapter', [], settings);
    case 'command':
      return ServerProcess.startCli('memory:', settings);
  }
}

async function profilerFlags(name: string, profiles: string | undefined): Promise<readonly string[]> {
  if (profiles === undefined) return [];
  const folder = join(profiles, name.replaceAll(/[^a-zA-Z]/g, '-'));
  await mkdir(folder, { recursive: true });
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}
