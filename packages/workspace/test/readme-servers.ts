import { startPostgres, startRedis } from '@location-records/workspace/engines';
import type { Needs } from '@location-records/workspace/tests';

/** A server that a program finds by a variable of its environment. */
interface ProgramServer {
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** How the server is started that each variable names, and what it is a server of. */
const servers = {
  POSTGRES_URL: { engine: 'PostgreSQL', start: () => startPostgres({ settings: { fsync: 'off' } }) },
  REDIS_URL: { engine: 'Redis', start: () => startRedis() },
} as const;

/** What a program needs of this machine: the server that it takes the URL of from the environment. */
export function needsOf(program: string): Needs {
  const variable = variableOf(program);
  return variable === undefined ? {} : { ownServer: servers[variable].engine };
}

/** A server for a program that takes its URL from the environment. */
export async function serverFor(program: string): Promise<ProgramServer> {
  const variable = variableOf(program);
  if (variable === undefined) return { env: {}, stop: async () => {} };
  const server = await servers[variable].start();
  return { env: { [variable]: server.url }, stop: () => server.stop() };
}

function variableOf(program: string): keyof typeof servers | undefined {
  return (Object.keys(servers) as (keyof typeof servers)[]).find((variable) => program.includes(variable));
}
