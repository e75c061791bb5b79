import { EventEmitter } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { freePort } from '@location-records/workspace/engines';
import { itUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../../src/run.ts';
import { Kept, runHere } from '../run-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'location-records-json-'));
afterAll(() => rmSync(folder, { recursive: true }));

const missing = `sqlite:${join(folder, 'missing.db')}`;
const nowhere = `http://127.0.0.1:${await freePort()}`;

describe('with --json, a command that fails writes its error as JSON to stdout, and its line to stderr', () => {
  test.each<[string[], exitCode: number, code: string]>([
    [['copy', '--json', 'memory:', 'sqlite:b.db'], 2, 'USAGE'],
    [['copy', '--json', '--nonsense'], 2, 'USAGE'],
    [['copy', '--json', 'redis://app:secret@db?replicas=many', 'sqlite:b.db'], 2, 'USAGE'],
    [['copy', '--json', missing, `sqlite:${join(folder, 'b.db')}`], 1, 'STORE_UNAVAILABLE'],
    [['check', '--json', 'localhost'], 2, 'USAGE'],
    [['check', '--json', nowhere], 3, 'CHECK_UNREACHABLE'],
    [['diff', '--runs', '0', '--json', nowhere], 2, 'USAGE'],
    [['diff', '--json', nowhere], 3, 'CHECK_UNREACHABLE'],
    [['--json', 'copy'], 2, 'USAGE'],
  ])('%j', async (args, exitCode, code) => {
    const run = runHere(args);
    expect(await run.exitCode).toBe(exitCode);
    const { error, ...more } = JSON.parse(run.stdout.text);
    expect(more).toEqual({});
    expect(error).toEqual({ code, message: expect.any(String) });
    expect(run.stderr.text.split('\n')[0]).toBe(`location-records: ${error.message}`);
    expect(run.stdout.text).not.toContain('secret');
  });
});

test.each([[['serve', '--json']], [['copy', 'a', 'b']], [['copy', '--', '--json']]])(
  'wrong usage without --json writes nothing to stdout: %j',
  async (args) => {
    const run = runHere(args);
    expect(await run.exitCode).toBe(2);
    expect(run.stdout.text).toBe('');
  },
);

// Reason: only there is a device on which every write fails, as on a full disk.
const onLinux = itUnless(lacks({ platform: 'linux' }));

onLinux.each([[[]], [['--json']]])(
  'a disk that is too full for the report of copy %j is named',
  async (flags) => {
    const source = join(folder, `full${flags.length}.db`);
    await (await openSqliteStore({ path: source })).close();
    const stdout = createWriteStream('/dev/full');
    const streams = { stdin: Readable.from([]), stdout, stderr: new Kept() };
    const io = Object.assign(new EventEmitter(), { ...streams, env: {} });
    expect(await run(['copy', `sqlite:${source}`, `sqlite:${source}.copy`, ...flags], io)).toBe(1);
    expect(io.stderr.text).toMatch(/^location-records: stdout cannot be written \(ENOSPC[^\n]*\n$/);
  },
);
