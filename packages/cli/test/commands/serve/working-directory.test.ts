import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runHere, serveHere } from '../../run-here.ts';

describe('in a working directory that was deleted', () => {
  beforeEach(() => {
    vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' });
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([[['--version']], [['--help']], [['serve', '--help']]])('%j works', async (args) => {
    const run = runHere(args);
    expect(await run.exitCode).toBe(0);
    expect(run.stderr.text).toBe('');
  });

  test.each([[[]], [['--store', 'sqlite:./a.db']]])('serve %j says what to do', async (args) => {
    const run = runHere(['serve', '--port', '0', ...args]);
    expect(await run.exitCode).toBe(1);
    expect(run.stderr.text).toBe(
      'location-records: The working directory no longer exists; change to one that does, or name an absolute path, as in --store sqlite:/var/lib/locations.db.\n',
    );
  });

  test('a store that needs none is served', async () => {
    expect(await (await serveHere(['--store', 'memory:'])).stop()).toBe(0);
  });
});
