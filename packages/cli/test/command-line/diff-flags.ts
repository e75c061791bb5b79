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
      const text = await compared(
        ['--seed', '3', '--calls', '1000', '--max-shrink-time', '60000'],
        ['--body-limit', '70'],
      );
      return text.replace(/[\d.]+ s\)/, '');
    };
    const text = await found();
    expect(text).toMatch(/^✗ a and b: \d difference.* \(seed 3, /m);
    expect(await found()).toBe(text);
    expect(await compared(['--seed', '4'])).toContain('(seed 4, ');
  },
  'diff --end-at-first': async () => {
    expect(await compared(['--seed', '3'], ['--body-limit', '70'])).toContain('in 100 calls (');
    const text = await compared(['--seed', '3', '--end-at-first'], ['--body-limit', '70']);
    expect(text).toMatch(/: 1 difference in \d\d? calls, ended at the first one \(/);
  },
  'diff --max-differences': async () => {
    const flags = ['--seed', '3', '--calls', '1000'];
    const others = ['--absent-description', 'null', '--unknown-members', 'ignore'];
    expect(await compared(flags, others)).toContain(': 2 differences in 1000 calls (');
    const text = await compared([...flags, '--max-differences', '1'], others);
    expect(text).toContain(': 1 difference, and 1 more (--max-differences) in 1000 calls (');
  },
  'diff --max-time': async () => {
    const text = await compared(['--calls', '1000000', '--max-time', '1']);
    expect(text).toMatch(/the same responses to \d+ calls, ended because the time was used up \(/);
  },
  'diff --max-shrink-time': async () => {
    const find = (time: string) =>
      compared(
        ['--seed', '3', '--calls', '1000', '--max-shrink-time', time],
        ['--absent-description', 'null'],
      );
    const note =
      'This may not be the shortest example: the time to shorten it was used up (--max-shrink-time).';
    expect(await find('1')).toContain(note);
    expect(await find('60000')).not.toContain(note);
  },
  'diff --notation': async () => {
    // Both write the same bytes, and a word that is not known is refused.
    expect(await compared(['--notation', 'same'])).toContain('the same responses to 100 calls');
    const run = runHere(['diff', 'http://a', 'http://b', '--notation', 'bytes']);
    expect(await run.exitCode).toBe(2);
    expect(run.stderr.text).toContain('Allowed choices are any, same.');
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
    expect(report).toEqual({
      urls: ['a', 'b'],
      seed: 5,
      calls: 100,
      durationMs: expect.any(Number),
      endedBy: 'calls',
      differences: [],
    });
  },
};
