import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { controlsOf, type ServerControls } from './server-controls.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder } from './server-user.ts';

/** A Redis Sentinel that monitors no server. */
export interface Sentinel extends ServerControls {
  readonly port: number;
}

/** Starts a Redis Sentinel on a free port of the loopback address. */
export async function startSentinel(): Promise<Sentinel> {
  const folder = await makeServerFolder(undefined);
  const port = await freePort();
  // Sentinel writes its state into this file, and does not start without it.
  const configuration = join(folder, 'sentinel.conf');
  await writeFile(configuration, `port ${port}\nbind 127.0.0.1\n`);
  const program = new ServerProgram({
    program: 'redis-server',
    args: [configuration, '--sentinel'],
    cwd: folder,
    ready: /Sentinel ID is/,
    stopSignal: 'SIGTERM',
  });
  await program.start();
  return { port, ...controlsOf(program, folder) };
}
