import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'vitest';
import { runHere, serveHere } from '../run-here.ts';
import { withSecureServer } from '../secure-server.ts';

/** What `location-records diff` of a fresh server and another says, which has these flags. */
async function compared(flags: readonly string[], otherFlags: readonly string[] = []): Promise<string> {
  const [a, b] = [await serveHere(), await serveHere(otherFlags)];
  const run = runHere(['diff', a.url, b.url, '--calls', '100', ...flags]);
  await run.exitCode;
  await Promise.all([a.stop(), b.stop()]);
  return run.stdout.text.replaceAll(a.url, 'a').replaceAll(b.url, 'b');
}

/** For every flag of `location-records diff`: what it changes, as a user would see it. */
export const diffProofs: Record<string, () => Promise<void>> = {
  'diff --help': async () => {
    const run = runHere(['diff', '--help']);
    expect(await run.exitCode).toBe(0);
    expect(run.stdout.text).toMatch(
      /^Usage: location-records diff \[options\] <url-a> <url-b>\n[\s\S]*\nExamples:\n/,
    );
  },
  'diff --calls': async () => {
    expect(await compared([])).toContain('the same responses to 100 calls');
    expect(await compared(['--calls', '42'])).toContain('the same responses to 42 calls');
  },
  'diff --seed': async () => {
    const found = async () => {
      const text = await compared(['--seed', '3', '--calls', '2000'], ['--body-limit', '70']);
      return text.replace(/[\d.]+ s\)/, '');
    };
    const text = await found();
    expect(text).toMatch(/^✗ a and b differ in .* \(seed 3, /m);
    expect(await found()).toBe(text);
    expect(await compared(['--seed', '4'])).toContain('(seed 4, ');
  },
  'diff --timeout': async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const run = runHere(['diff', url, url, '--timeout', '20']);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toContain('did not respond within 20 ms');
    silent.close();
  },
  'diff --insecure': () =>
    withSecureServer(async (url) => {
      const without = runHere(['diff', url, url, '--calls', '10']);
      expect(await without.exitCode).toBe(2);
      expect(without.stderr.text).toMatch(/^location-records: The certificate of localhost is not trusted/);
      const run = runHere(['diff', url, url, '--calls', '10', '--insecure']);
      expect(await run.exitCode).toBe(0);
    }),
  'diff --json': async () => {
    const report = JSON.parse(await compared(['--json', '--seed', '5']));
    expect(report).toEqual({ urls: ['a', 'b'], seed: 5, calls: 100, durationMs: expect.any(Number) });
  },
};
