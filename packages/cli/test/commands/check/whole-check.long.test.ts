import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itUnless, lacks, SpawnedCli, startCli, startFaultyServer } from '@location-records/workspace/tests';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'location-records-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a whole check', { timeout: 120_000 }, () => {
  test('of the command itself finds nothing, with decisions and HTTP', async () => {
    const store = `sqlite:${join(folder, 'a.db')}`;
    const cli = await startCli(['--port', '0', '--log', 'off', '--store', store]);
    const check = new SpawnedCli(['check', cli.url, '--strict', '--wire', '--json']);
    expect(await check.exited).toBe(0);
    expect(JSON.parse(check.stdout())).toMatchObject({ failed: 0, leftOut: 0, findings: [], leftBehind: [] });
    expect(await (await fetch(`${cli.url}/`)).text()).toBe('[]');
    expect(await cli.stop()).toBe(0);
  });

  test('of the command under a base path finds nothing', async () => {
    const cli = await startCli(['--port', '0', '--store', 'memory:', '--base-path', '/caf%C3%A9/a b']);
    const check = new SpawnedCli(['check', cli.url]);
    expect(await check.exited).toBe(0);
    expect(await cli.stop()).toBe(0);
  });

  // Reason: the server is written in Python, to be one of another language.
  itUnless(lacks({ program: 'python3' }))(
    'of a service in Python finds nothing, or its faults when it has any',
    async (context) => {
      const right = new SpawnedCli(['check', await startFaultyServer(context, [])]);
      expect(await right.exited).toBe(0);
      const wrong = new SpawnedCli(['check', await startFaultyServer(context), '--json']);
      expect(await wrong.exited).toBe(1);
      const clauses = JSON.parse(wrong.stdout()).findings.map(({ clause }: { clause: string }) => clause);
      expect(clauses).toEqual(expect.arrayContaining(['SPEC 3', 'SPEC 4', 'SPEC 4.5.1', 'SPEC 4.7']));
    },
  );
});
