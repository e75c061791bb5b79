import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { print, printTable } from '@location-records/workspace/campaigns';
import { findProgram, freePort, startNginx, startRedis } from '@location-records/workspace/engines';
import { ServerProcess } from '../server-process.ts';
import type { Settings } from './settings.ts';

const clientCount = 16;
/** Of the page, in seconds. nginx uses every connection that it keeps within that time. */
const drainDelay = 5;

/**
 * Restarts two services behind nginx in turn, with the configuration of the page "In production", while
 * clients read and write. No request may fail, and no acknowledged write may be lost.
 */
export async function rollingRestart({ rounds, check }: Settings): Promise<void> {
  if (!findProgram('nginx')) return print('Left out, because nginx is not installed: rolling-restart');
  const redis = await startRedis();
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => {
    const flags = ['--port', String(port), '--drain-delay', String(drainDelay)];
    return ServerProcess.startCommand(`redis://127.0.0.1:${redis.port}`, {}, flags);
  };
  const servers = await Promise.all(ports.map(start));
  const nginx = await startNginx(await siteOfPage(ports));
  const clients = Array.from({ length: clientCount }, (_, index) => new Client(nginx.url, `client-${index}`));
  try {
    const running = clients.map((client) => client.run());
    const codes: unknown[] = [];
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      for (const [index, port] of ports.entries()) {
        codes.push(await servers[index]?.stop());
        servers[index] = await start(port);
      }
    }
    for (const client of clients) client.stop();
    await Promise.all(running);
    const failures = clients.flatMap((client) => client.failures);
    for (const failure of failures.slice(0, 10)) print(failure);
    const requests = clients.reduce((sum, client) => sum + client.requests, 0);
    printTable(
      ['rolling restart', 'restarts', 'requests', 'failed'],
      [['', String(codes.length), String(requests), String(failures.length)]],
    );
    check('rolling restart: there were requests', requests > 0);
    check('rolling restart: no request fails, and every read has the last write', failures.length === 0);
    check(
      'rolling restart: every service ends with exit code 0',
      codes.every((code) => code === 0),
    );
  } finally {
    await nginx.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await redis.stop();
  }
}

/** Writes and reads a record in turn. */
class Client {
  requests = 0;
  readonly failures: string[] = [];
  readonly #url: string;
  #isOver = false;

  constructor(service: string, id: string) {
    this.#url = `${service}/${id}`;
  }

  stop(): void {
    this.#isOver = true;
  }

  async run(): Promise<void> {
    for (let number = 1; !this.#isOver; number++) {
      const body = JSON.stringify({ coordinates: { latitude: number, longitude: 0 } });
      const headers = { 'Content-Type': 'application/json' };
      await this.#ask('', { method: 'POST', headers, body });
      await this.#ask(body, {});
    }
  }

  async #ask(expected: string, init: RequestInit): Promise<void> {
    this.requests++;
    const outcome = await fetch(this.#url, init).then(
      async (response) => `${response.status} ${await response.text()}`,
      (error: Error) => `${error.message}: ${error.cause}`,
    );
    if (outcome !== `200 ${expected}`) this.failures.push(`${init.method ?? 'GET'}: ${outcome}`);
  }
}

/** Returns the configuration of the page, for services on these ports. */
async function siteOfPage([first, second]: readonly number[]): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../../cli/docs/production.md'), 'utf8');
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
  return block
    .replace('127.0.0.1:8081', `127.0.0.1:${first}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${second}`);
}
