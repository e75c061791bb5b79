import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder } from './server-user.ts';

/** How a Redis server is started. */
interface RedisSettings {
  /** Its settings, as in redis.conf: `{ appendonly: 'yes' }`. Without any it writes nothing to the disk. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A Redis server in a temporary folder. */
export interface RedisServer extends ServerProgram {
  readonly url: string;
  readonly port: number;
  /** Sends one command, and resolves to what `redis-cli` prints. */
  command(...args: string[]): Promise<string>;
}

/** Starts a Redis server on a free port of the loopback address. */
export async function startRedis({ settings = {} }: RedisSettings = {}): Promise<RedisServer> {
  const folder = await makeServerFolder(undefined);
  const port = await freePort();
  const complete = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'no',
    ...settings,
  };
  const program = new ServerProgram({
    program: 'redis-server',
    args: Object.entries(complete).flatMap(([name, value]) => [`--${name}`, value]),
    folder,
    ready: /Ready to accept connections/,
    stopSignal: 'SIGTERM',
  });
  await program.start();
  const command = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(port), ...args]);
    return stdout.trimEnd();
  };
  return Object.assign(program, { url: `redis://127.0.0.1:${port}`, port, command });
}

/** Starts a Redis Sentinel, which monitors no server, on a free port of the loopback address. */
export async function startSentinel(): Promise<ServerProgram & { readonly port: number }> {
  const folder = await makeServerFolder(undefined);
  const port = await freePort();
  // Sentinel writes its state into this file, and does not start without it.
  const configuration = join(folder, 'sentinel.conf');
  await writeFile(configuration, `port ${port}\nbind 127.0.0.1\n`);
  const program = new ServerProgram({
    program: 'redis-server',
    args: [configuration, '--sentinel'],
    folder,
    ready: /Sentinel ID is/,
    stopSignal: 'SIGTERM',
  });
  await program.start();
  return Object.assign(program, { port });
}
