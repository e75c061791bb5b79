import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';
import { withSecureServer } from '../secure-server.ts';

function checked(...flags: readonly string[]) {
  return checkedAll('--only', 'D36', ...flags);
}

/** What `location-records check` of a fresh server says, and what that server was asked. */
async function checkedAll(...flags: readonly string[]) {
  const served = await serveHere(['--log', 'pretty']);
  const run = runHere(['check', served.url, ...flags]);
  const code = await run.exitCode;
  await served.stop();
  return { code, said: run.stdout.text, log: served.stdout.text };
}

/** What a check of a server with this listener says. */
async function withServer(listener: RequestListener, flags: readonly string[]) {
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const run = runHere(['check', `http://127.0.0.1:${port}`, ...flags]);
  await run.exitCode;
  server.close();
  server.closeAllConnections();
  return run.stdout.text;
}

/** For every flag of `location-records check`: what it changes, as a user would see it. */
export const checkProofs: Record<string, () => Promise<void>> = {
  'check --read-only': async () => {
    expect((await checked('--only', 'SPEC 4.1')).log).toMatch(/ POST /);
    const { code, log } = await checked('--only', 'SPEC 4.1', '--read-only');
    expect(code).toBe(0);
    expect(log).toMatch(/ GET /);
    expect(log).not.toMatch(/ (POST|PUT|DELETE) \//);
  },
  'check --strict': async () => {
    expect((await checkedAll('--skip', 'SPEC', '--read-only', '--strict')).said).toMatch(
      /: \d+ cases? passed/,
    );
    expect((await checkedAll('--skip', 'SPEC', '--read-only')).said).toBe('');
  },
  'check --wire': async () => {
    const total = async (...flags: readonly string[]) => {
      return JSON.parse((await checkedAll('--read-only', '--json', ...flags)).said).cases.length;
    };
    expect(await total('--wire')).toBeGreaterThan(await total());
  },
  'check --only': async () => {
    expect((await checked()).said).toContain(': 1 case passed ');
  },
  'check --skip': async () => {
    const { said } = await checked('--only', 'D37', '--skip', 'D36');
    expect(said).toMatch(/: \d+ cases? passed/);
    expect((await checked('--skip', 'response-')).said).toBe('');
  },
  'check --concurrency': async () => {
    const most = async (concurrency: string) => {
      const waiting = new Set<ServerResponse>();
      let maximum = 0;
      const hold: RequestListener = (req, res) => {
        if (req.url === '/') return res.end('[]');
        waiting.add(res);
        res.once('close', () => waiting.delete(res));
        maximum = Math.max(maximum, waiting.size);
        // Two cases wait for each other; one alone waits until its timeout.
        if (waiting.size === 2) for (const one of waiting) one.end();
        return undefined;
      };
      await withServer(hold, [
        '--only',
        'shape-description',
        '--timeout',
        '50',
        '--concurrency',
        concurrency,
      ]);
      return maximum;
    };
    expect([await most('1'), await most('2')]).toEqual([1, 2]);
  },
  'check --header': async () => {
    const seen = new Set<string | undefined>();
    const said = await withServer(
      (req, res) => {
        seen.add(req.headers.authorization);
        res.setHeader('Content-Type', 'application/json').end('[]');
      },
      ['--only', 'SPEC 4.1', '--header', 'Authorization: Bearer secret'],
    );
    expect([...seen]).toEqual(['Bearer secret']);
    expect(said).toContain(' -H "$HEADER" ');
    expect(said).not.toContain('secret');
  },
  'check --timeout': async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const run = runHere(['check', `http://127.0.0.1:${port}`, '--timeout', '20']);
    expect(await run.exitCode).toBe(3);
    expect(run.stderr.text).toContain('did not respond within 20 ms');
    silent.close();
  },
  'check --insecure': () =>
    withSecureServer(async (url) => {
      const without = runHere(['check', url, '--only', 'D36']);
      expect(await without.exitCode).toBe(3);
      expect(without.stderr.text).toMatch(
        /^location-records: The certificate of localhost is not trusted .*--insecure/,
      );
      const run = runHere(['check', url, '--only', 'D36', '--insecure']);
      expect(await run.exitCode).toBe(0);
    }),
  'check --json': async () => {
    expect(JSON.parse((await checked('--json')).said)).toMatchObject({ passed: 1, failed: 0 });
  },
  'check --junit': async () => {
    expect((await checked('--junit', '-')).said).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /,
    );
  },
};
