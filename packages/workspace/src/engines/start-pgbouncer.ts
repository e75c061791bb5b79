import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder, serverUser } from './server-user.ts';
import type { PostgresServer } from './start-postgres.ts';

/** A PgBouncer in transaction mode in front of a PostgreSQL server. */
export interface PgBouncer {
  /** The URL of the same database through it, with the password. */
  readonly url: string;
  readonly port: number;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Starts a PgBouncer in transaction mode on a free port of the loopback address. */
export async function startPgBouncer({
  port: serverPort,
  user,
  password,
}: PostgresServer): Promise<PgBouncer> {
  const runAs = serverUser();
  const folder = await makeServerFolder(runAs);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${user}" "${password}"\n`);
  const configuration = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = plain\nauth_file = ${users}`,
    'pool_mode = transaction\ndefault_pool_size = 8\nmax_client_conn = 1000',
    `logfile = ${join(folder, 'pgbouncer.log')}`,
  ];
  const path = join(folder, 'pgbouncer.ini');
  await writeFile(path, `${configuration.join('\n')}\n`);
  const program = new ServerProgram({
    program: 'pgbouncer',
    args: [path],
    folder,
    user: runAs,
    ready: /process up/,
    stopSignal: 'SIGINT',
  });
  await program.start();
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    port,
    stop: () => program.stop(),
  };
}
