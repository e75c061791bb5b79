import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '@location-records/dev-kit';
import { afterAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'location-records-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const noDatabase = join(folder, 'notes.txt');
writeFileSync(noDatabase, 'This is not a database, and must stay as it is. '.repeat(100));

/** Everything that an operator gets to see of a failed start. */
async function failure(args: readonly string[], env?: Record<string, string>) {
  const { exitCode, stdout, stderr } = await runCli(args, { cwd: folder, ...(env && { env }) });
  expect(stdout).toBe('');
  return { exitCode, lines: stderr.trimEnd().split('\n') };
}

test('alone it shows the help on stderr, with the exit code of wrong usage', async () => {
  const { exitCode, lines } = await failure([]);
  expect(exitCode).toBe(2);
  expect(lines[0]).toBe('Usage: location-records <command> [options]');
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}serve /));
});

describe('wrong usage: exit code 2, one line and a hint', () => {
  test.each<[string[], string]>([
    [['serve', '--nonsense'], 'location-records: serve has no option "--nonsense".'],
    [['serve', '--store', 'sqlite:'], 'location-records: --store cannot be "sqlite:". A path must follow'],
    [
      ['serve', '--port', '0', '--store', 'postgres://db/app?timeout=0'],
      'location-records: In the URL of the store, "timeout" must be a whole number',
    ],
    [
      ['copy', 'redis://db?timeout=0', 'sqlite:new.db'],
      'location-records: In the URL of the store, "timeout" must be',
    ],
  ])('%j', async (args, message) => {
    const { exitCode, lines } = await failure(args);
    expect(exitCode).toBe(2);
    expect(lines).toEqual([expect.stringContaining(message), expect.stringMatching(/^Run .* --help\.$/)]);
  });

  test('PORT in the environment', async () => {
    const { exitCode, lines } = await failure(['serve'], { PORT: 'http' });
    expect(exitCode).toBe(2);
    expect(lines[0]).toBe(
      'location-records: The environment variable PORT cannot be "http". It must be a whole number from 0 to 65535; 0 is any free port.',
    );
    expect(existsSync(join(folder, 'location-records.db'))).toBe(false);
  });
});

describe('it cannot start: exit code 1, one line that says what to do', () => {
  test('the port is in use', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const port = String((occupant.address() as AddressInfo).port);
    const { exitCode, lines } = await failure(['serve', '--port', port, '--store', 'memory:']);
    occupant.close();
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      `location-records: Port ${port} on 127.0.0.1 is in use; stop what listens there, or choose another with --port (0 is any free one).`,
    ]);
  });

  test.each<[string, string, string]>([
    ['the host is another machine', '--host=192.0.2.1', '192.0.2.1 is not an address of this machine'],
    [
      'the host cannot be found',
      '--host=nowhere.invalid',
      'nowhere.invalid is not an address of this machine',
    ],
    ['the folder is missing', `--store=sqlite:${folder}/missing/a.db`, `${folder}/missing`],
    ['the path is a folder', `--store=sqlite:${folder}`, folder],
    ['the file is not a database', `--store=sqlite:${noDatabase}`, noDatabase],
  ])('%s', async (_, flag, message) => {
    const { exitCode, lines } = await failure(['serve', '--port', '0', flag]);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^location-records: .*(?:; choose |or choose |; name )[^;]*\.$/),
    ]);
    expect(lines[0]).toContain(message);
    expect(lines[0]).not.toMatch(/\n\s+at /);
  });
});
