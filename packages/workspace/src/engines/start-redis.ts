import { freePort } from './free-port.ts';
import { redisCli } from './redis-cli.ts';
import { controlsOf, type ServerControls } from './server-controls.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder } from './server-user.ts';

/** How a Redis server is started. */
export interface RedisSettings {
  /** Its settings, as in redis.conf: `{ appendonly: 'yes' }`. Without any it writes nothing to the disk. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A Redis server in a temporary folder. */
export interface RedisServer extends ServerControls {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
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
    cwd: folder,
    ready: /Ready to accept connections/,
    stopSignal: 'SIGTERM',
  });
  await program.start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    folder,
    command: (...args) => redisCli(port, args),
    ...controlsOf(program, folder),
  };
}
