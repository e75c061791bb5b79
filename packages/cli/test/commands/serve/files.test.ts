import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@location-records/sqlite-node20';
import { freePort } from '@location-records/workspace/engines';
import { occupyPort, rawClient, runCli, SpawnedCli, startCli } from '@location-records/workspace/tests';
import { afterEach, beforeEach, expect, test } from 'vitest';

const body = '{"coordinates":{"latitude":1,"longitude":2}}';
const headers = { 'Content-Type': 'application/json' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'location-records-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a clean stop leaves the database in one file', async () => {
  const cli = await startCli(['--port', '0', '--store', 'sqlite:a.db'], { cwd: folder });
  expect((await fetch(`${cli.url}/a`, { method: 'POST', headers, body })).status).toBe(200);
  expect(await (await fetch(`${cli.url}/a`)).text()).toBe(body);
  expect(await (await fetch(`${cli.url}/`)).text()).toBe(`[["a",${body}]]`);
  expect(readdirSync(folder)).toContain('a.db-wal');
  expect(await cli.stop()).toBe(0);
  expect(readdirSync(folder)).toEqual(['a.db']);
});

test('a port in use leaves nothing behind', async () => {
  const occupant = await occupyPort();
  const { exitCode } = await runCli(['serve', '--port', String(occupant.port)], { cwd: folder });
  await occupant.leave();
  expect(exitCode).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a signal ends a start that waits for a locked file', async () => {
  const path = join(folder, 'a.db');
  const other = new DatabaseSync(path);
  other.exec('CREATE TABLE a (b); BEGIN EXCLUSIVE');
  const port = await freePort();
  const cli = new SpawnedCli(['serve', '--port', String(port), '--store', `sqlite:${path}`]);
  // The port is bound just before the file is opened.
  await expect.poll(() => accepts(port)).toBe(true);
  expect(await cli.stop()).toBe(0);
  expect(cli.stdout() + cli.stderr()).toBe('');
  other.close();
});

async function accepts(port: number): Promise<boolean> {
  try {
    (await rawClient({ host: '127.0.0.1', port })).socket.destroy();
    return true;
  } catch {
    return false;
  }
}
