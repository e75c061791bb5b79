import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { ServerProgram } from './server-program.ts';
import { makeServerFolder } from './server-user.ts';

/** An nginx in front of an HTTP server. */
export interface Nginx {
  readonly url: string;
  readonly port: number;
  /** Ends it. */
  stop(): Promise<void>;
}

/** The files that nginx keeps bodies in, some for protocols that it does not speak here. */
const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts an nginx with its defaults on a free port of the loopback address.
 *
 * @param origin the origin of the server that it passes all requests to, such as `http://127.0.0.1:8080`.
 */
export async function startNginx(origin: string): Promise<Nginx> {
  const folder = await makeServerFolder(undefined);
  const port = await freePort();
  const path = join(folder, 'nginx.conf');
  const configuration = [
    // A single process, which ends with the process that started it.
    `daemon off;\nmaster_process off;\npid ${join(folder, 'nginx.pid')};`,
    'error_log stderr notice;\nevents {}\nhttp {\naccess_log off;',
    ...bodies.map((name) => `${name}_temp_path ${join(folder, name)};`),
    // HTTP/1.0, which is the default, would close the connection behind every response.
    'proxy_http_version 1.1;\nproxy_set_header Connection "";',
    `server {\nlisten 127.0.0.1:${port};\nlocation / { proxy_pass ${origin}; }\n}\n}`,
  ];
  await writeFile(path, `${configuration.join('\n')}\n`);
  const program = new ServerProgram({
    program: 'nginx',
    args: ['-e', 'stderr', '-c', path],
    cwd: folder,
    ready: /using the "\w+" event method/,
    stopSignal: 'SIGTERM',
  });
  await program.start();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      await program.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
