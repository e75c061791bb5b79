import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itUnless, lacks, SpawnedCli, startCli } from '@location-records/workspace/tests';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

/** On a machine that is busy with other tests, a service may take long. */
const patient = ['--timeout', '60000'];

const folder = mkdtempSync(join(tmpdir(), 'location-records-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a whole check', () => {
  test('of the command itself finds nothing, with decisions and HTTP', async () => {
    const store = `sqlite:${join(folder, 'a.db')}`;
    const cli = await startCli(['--port', '0', '--log', 'off', '--store', store]);
    const check = new SpawnedCli(['check', cli.url, '--strict', '--wire', '--json', ...patient]);
    const status = await check.exited;
    expect(JSON.parse(check.stdout())).toMatchObject({ failed: 0, leftOut: 0, findings: [], leftBehind: [] });
    expect(status).toBe(0);
    expect(await (await fetch(`${cli.url}/`)).text()).toBe('[]');
    expect(await cli.stop()).toBe(0);
  });

  test('of the command under a base path finds nothing', async () => {
    const cli = await startCli(['--port', '0', '--store', 'memory:', '--base-path', '/caf%C3%A9/a b']);
    const check = new SpawnedCli(['check', cli.url, ...patient]);
    expect(await check.exited).toBe(0);
    expect(await cli.stop()).toBe(0);
  });

  itUnless(lacks({ program: 'python3' }))(
    'of a plain service in Python finds nothing, or the faults that it is given',
    async () => {
      const right = new SpawnedCli(['check', await startPlainServer(), ...patient]);
      expect(await right.exited).toBe(0);
      const wrong = new SpawnedCli([
        'check',
        await startPlainServer('201', 'upsert', 'charset'),
        '--json',
        ...patient,
      ]);
      expect(await wrong.exited).toBe(1);
      const clauses = JSON.parse(wrong.stdout()).findings.map(({ clause }: { clause: string }) => clause);
      expect(clauses).toEqual(expect.arrayContaining(['SPEC 4', 'SPEC 4.3', 'SPEC 4.5.1']));
      const list = new SpawnedCli(['check', await startPlainServer('object'), '--json', ...patient]);
      expect(await list.exited).toBe(1);
      expect(JSON.parse(list.stdout()).findings).toMatchObject([{ clause: 'SPEC 4.7' }]);
    },
  );
});

/** Starts the service of `plain-server.py` with faults for the duration of a test. Resolves to its URL. */
async function startPlainServer(...faults: readonly string[]): Promise<string> {
  const program = join(import.meta.dirname, 'plain-server.py');
  const python = spawn('python3', [program, ...faults], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(python, 'close');
  onTestFinished(async () => {
    python.kill();
    await ended;
  });
  const [line] = await once(python.stdout, 'data');
  return String(line).trim();
}
