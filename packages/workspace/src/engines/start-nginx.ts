import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder } from './server-user.ts';

/** An nginx in front of services. */
export interface Nginx {
  readonly url: string;
  readonly port: number;
  /** Ends it, and removes its files. */
  stop(): Promise<void>;
}

/**
 * Starts an nginx on a free port of the loopback address.
 *
 * @param site the blocks `upstream` and `server` of its configuration, where `listen 80;` stands for the port.
 */
export async function startNginx(site: string): Promise<Nginx> {
  const folder = await makeServerFolder(undefined);
  const port = await freePort();
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await mkdir(join(folder, 'logs'));
  const path = join(folder, 'nginx.conf');
  await writeFile(
    path,
    `daemon off; master_process off; error_log stderr notice; pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
access_log off;
${own.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site.replaceAll('listen 80;', `listen 127.0.0.1:${port};`)}
}
`,
  );
  const program = new ServerProgram({
    program: 'nginx',
    args: ['-p', folder, '-c', path],
    folder,
    ready: /start worker process|using the "epoll" event method|getrlimit/,
    stopSignal: 'SIGTERM',
  });
  await program.start();
  return { url: `http://127.0.0.1:${port}`, port, stop: () => program.stop() };
}
