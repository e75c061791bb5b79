import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpContract } from '@location-records/conformance';
import { SpawnedCli, startCli } from '@location-records/workspace/tests';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'location-records-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Cases that no running server can be asked. */
const needy = httpContract.filter(({ needs, options }) => needs.includes('faults') || options);

// At once, since a check mostly waits for the server: for its next response, or to close a connection.
describe.concurrent('a whole check', { timeout: 120_000 }, () => {
  test('of the command itself has no violations', async () => {
    const store = `sqlite:${join(folder, 'a.db')}`;
    const cli = await startCli(['--port', '0', '--areas', '--log', 'off', '--store', store]);
    const check = new SpawnedCli(['check', cli.url, '--json']);
    expect(await check.exited).toBe(0);
    expect(check.stderr()).toBe('');
    const { counts, cases, cleanup } = JSON.parse(check.stdout());
    expect(counts).toMatchObject({ failed: 0, leftOut: needy.length });
    expect(cases).toHaveLength(counts.passed + counts.leftOut);
    expect(cleanup).toEqual({ left: [], unknown: [], isCertain: true });
    expect(await (await fetch(`${cli.url}/`)).text()).toBe('[]');
    expect(await cli.stop()).toBe(0);
  });

  test('of the command itself under a base path has no violations', async () => {
    const cli = await startCli(['--port', '0', '--store', 'memory:', '--base-path', '/caf%C3%A9/a b']);
    const check = new SpawnedCli(['check', cli.url, '--skip', 'unread-', '--skip', 'expect-uninvited-']);
    expect(await check.exited).toBe(0);
    expect(check.stdout()).toContain('3  Its target would leave the base path of the service.');
    expect(await cli.stop()).toBe(0);
  });
});
