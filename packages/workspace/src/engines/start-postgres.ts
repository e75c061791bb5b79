import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder, serverUser } from './server-user.ts';

/** How a PostgreSQL server is started. */
interface PostgresSettings {
  /** Its settings, as in postgresql.conf: `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The path of a PEM file with a private key and its certificate. With it the server also accepts TLS. */
  readonly certificate?: string;
}

/** A PostgreSQL server in a temporary folder, with the superuser `postgres` and the database `postgres`. */
export interface PostgresServer extends ServerProgram {
  /** With the password. */
  readonly url: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

const user = 'postgres';
const password = 'secret & colon: 100%';

/** Creates a database cluster, and starts a server for it on a free port of the loopback address. */
export async function startPostgres({
  settings = {},
  certificate,
}: PostgresSettings = {}): Promise<PostgresServer> {
  const runAs = serverUser();
  const folder = await makeServerFolder(runAs);
  const data = join(folder, 'data');
  await initialize(folder, data, runAs);
  const port = await freePort();
  const tls = certificate === undefined ? {} : await makeTlsSettings(folder, certificate, runAs);
  const complete = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...tls, ...settings };
  const program = new ServerProgram({
    program: 'postgres',
    args: [
      ...['-D', data, '-p', String(port)],
      ...Object.entries(complete).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    folder,
    user: runAs,
    ready: /database system is ready to accept connections/,
    stopSignal: 'SIGINT',
  });
  await program.start();
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  return Object.assign(program, { url, port, user, password });
}

/** Starts a hot standby that follows a server: it has the same records, users and passwords, and only reads. */
export async function startStandby(primary: Pick<PostgresServer, 'url'>): Promise<PostgresServer> {
  const runAs = serverUser();
  const folder = await makeServerFolder(runAs);
  const data = join(folder, 'data');
  await promisify(execFile)(
    findProgram('pg_basebackup') ?? 'pg_basebackup',
    ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', primary.url],
    { cwd: folder, ...(runAs && { uid: runAs.uid, gid: runAs.gid }) },
  );
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const program = new ServerProgram({
    program: 'postgres',
    args: [...['-D', data, '-p', String(port)], ...settings.flatMap((setting) => ['-c', setting])],
    folder,
    user: runAs,
    ready: /database system is ready to accept read-only connections/,
    stopSignal: 'SIGINT',
  });
  await program.start();
  const url = new URL(primary.url);
  url.port = String(port);
  return Object.assign(program, { url: url.href, port, user, password });
}

/** Copies the key: the server refuses a file that other users may read. */
async function makeTlsSettings(folder: string, certificate: string, runAs: ReturnType<typeof serverUser>) {
  const own = join(folder, 'certificate.pem');
  await copyFile(certificate, own);
  await chmod(own, 0o600);
  if (runAs) await chown(own, runAs.uid, runAs.gid);
  return { ssl: 'on', ssl_cert_file: own, ssl_key_file: own };
}

async function initialize(folder: string, data: string, runAs: ReturnType<typeof serverUser>): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o644 });
  await promisify(execFile)(
    findProgram('initdb') ?? 'initdb',
    [
      ...['-D', data, '-U', user, '--pwfile', passwordFile, '-A', 'md5'],
      ...['-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
    ],
    { cwd: folder, ...(runAs && { uid: runAs.uid, gid: runAs.gid }) },
  );
}
