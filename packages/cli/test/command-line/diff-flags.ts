import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';
import { withSecureServer } from '../secure-server.ts';

/** What `location-records diff` says of a server with these flags and the service of the command. */
async function compared(flags: readonly string[], serverFlags: readonly string[] = []): Promise<string> {
  const server = await serveHere(serverFlags);
  const run = runHere(['diff', server.url, '--runs', '5', '--seed', '3', ...flags]);
  await run.exitCode;
  await server.stop();
  return run.stdout.text;
}

async function requestsWith(...flags: readonly string[]): Promise<number> {
  return JSON.parse(await compared(['--json', ...flags])).requests;
}

const withNull = ['--absent-description', 'null'];

/** For every flag of `location-records diff`: what it changes, as a user would see it. */
export const diffProofs: Record<string, () => Promise<void>> = {
  'diff --seed': async () => {
    expect(await requestsWith('--seed', '4')).toBe(await requestsWith('--seed', '4'));
    expect(await requestsWith('--seed', '4')).not.toBe(await requestsWith('--seed', '5'));
  },
  'diff --runs': async () => {
    expect(await requestsWith('--runs', '1')).toBeLessThan(await requestsWith('--runs', '5'));
  },
  'diff --max-time': async () => {
    expect(await compared(['--max-time', '1'])).toContain('requests, ended at --max-time (');
  },
  'diff --max-differences': async () => {
    const text = await compared(['--max-differences', '1'], withNull);
    expect(text).toContain(': 1 difference in ');
    expect(text).toContain('requests, ended at --max-differences (');
  },
  'diff --null-is-absent': async () => {
    expect(await compared([], withNull)).toMatch(/^✗ /m);
    expect(await compared(['--null-is-absent'], withNull)).toMatch(/^✓ /);
  },
  'diff --exact': async () => {
    // The server sends the same bytes, and another notation cannot be set.
    expect(await compared(['--exact'])).toMatch(/^✓ /);
    const run = runHere(['diff', 'http://a', '--exact', '--null-is-absent']);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toContain("cannot be used with option '--null-is-absent'");
  },
  'diff --timeout': async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const run = runHere(['diff', url, '--timeout', '20']);
    expect(await run.exitCode).toBe(3);
    expect(run.stderr.text).toContain('did not respond within 20 ms');
    silent.close();
  },
  'diff --insecure': () =>
    withSecureServer(async (url) => {
      const without = runHere(['diff', url, '--runs', '1']);
      expect(await without.exitCode).toBe(3);
      expect(without.stderr.text).toMatch(/^location-records: The certificate of localhost is not trusted/);
      const run = runHere(['diff', url, url, '--runs', '1', '--insecure']);
      expect(await run.exitCode).toBe(0);
    }),
  'diff --json': async () => {
    const report = JSON.parse(await compared(['--json']));
    expect(report).toMatchObject({ seed: 3, endedBy: 'runs', differences: [] });
  },
};
