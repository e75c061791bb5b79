import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFiller } from '../filled-store.ts';
import { runHere, serveHere } from '../run-here.ts';
import { serveOnce, serviceListener } from '../servers.ts';

const fill = createFiller();
const records = [['tower', { coordinates: { latitude: 48.8584, longitude: 2.2945 } }]] as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function runToEnd(args: readonly string[], options = {}) {
  const run = runHere(args, options);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

/** Writes a file, and returns `@` and its path. */
async function secret(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return `@${join(folder, name)}`;
}

/** A service, and the values of fields that every request to it had. */
async function watchedService() {
  const seen = new Set<string>();
  const right = serviceListener();
  const listener: RequestListener = (request, response) => {
    seen.add(`${request.headers.authorization} ${request.headers['x-tenant']}`);
    right(request, response);
  };
  return { url: await serveOnce(listener), seen };
}

test.each([
  ['export', (url: string) => ['export', '-', '--url', url]],
  ['import', (url: string) => ['import', '-', '--url', url]],
  ['check', (url: string) => ['check', url, '--only', 'SPEC 4.1']],
  ['find', (url: string) => ['find', url]],
])('%s sends the fields of the file that --header @file names', async (_, args) => {
  const { url, seen } = await watchedService();
  const fields = await secret('fields', '\ufeffAuthorization: Bearer abc\r\n\r\nX-Tenant: a\n');
  await runToEnd([...args(url), '--header', fields], {
    stdin: JSON.stringify(records),
  });
  expect([...seen]).toEqual(['Bearer abc a']);
});

test('the URL of a store may be the first line of a file, for every command', async () => {
  const store = await secret('store', `${await fill(join(folder, 'a.db'), records)}\nnot a URL\n`);
  const copy = await secret('copy', `sqlite:${join(folder, 'copy.db')}`);
  for (const args of [
    ['copy', store, copy],
    ['find', copy],
    ['export', '-', '--store', copy],
  ]) {
    const { exitCode, stdout, stderr } = await runToEnd(args);
    expect([exitCode, stdout + stderr]).toEqual([0, expect.stringMatching(/1 record|tower/)]);
  }
  const imported = await runToEnd(['import', '-', '--store', copy], { stdin: JSON.stringify(records) });
  expect(imported.stdout).toMatch(/unchanged +1/);
});

test('serve takes the URL of its store from a file, which STORE_URL may name, too', async () => {
  const store = await secret('store', await fill(join(folder, 'a.db'), records));
  const served = await serveHere(['--store', store]);
  expect(await (await fetch(`${served.url}/tower`)).json()).toEqual(records[0][1]);
  await served.stop();
  const missing = await runToEnd(['serve', '--port', '0'], { env: { STORE_URL: '@/nowhere/store' } });
  expect(missing.stderr).toContain('The file "/nowhere/store" cannot be read (ENOENT');
});

test.each([
  ['export', '-', '--url', 'http://127.0.0.1:1', '--header'],
  ['export', '-', '--store'],
  ['serve', '--store'],
  ['find'],
  ['copy', 'sqlite:a.db'],
])('%j … with a file that is missing or empty is refused in one line', async (...args) => {
  const missing = join(folder, 'missing');
  const empty = await secret('empty', '\n');
  for (const [value, problem] of [
    [`@${missing}`, `The file ${JSON.stringify(missing)} cannot be read (ENOENT`],
    [empty, `The file ${JSON.stringify(empty.slice(1))} is empty.`],
  ] as const) {
    const { exitCode, stderr } = await runToEnd([...args, value]);
    expect([exitCode, stderr.trim().split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain(problem);
  }
});

test('what is wrong in a file is told without its content', async () => {
  const wrong = await secret('wrong', 'Bearer s3cret');
  const field = await runToEnd(['export', '-', '--url', 'http://127.0.0.1:1', '--header', wrong]);
  expect([field.exitCode, field.stderr]).toEqual([2, expect.stringContaining('--header must be a name')]);
  const store = await runToEnd(['find', wrong]);
  expect([store.exitCode, store.stderr]).toEqual([2, expect.stringContaining('or a store: sqlite:')]);
  expect(field.stderr + store.stderr).not.toContain('s3cret');
});
