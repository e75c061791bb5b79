import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundle, faultsOf } from '../src/bundle.mjs';

const good = 'export const answer = () => 42;';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-bundle-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function bundleOf(text: string) {
  return bundle([await write('entry.mjs', text)]);
}

it('finds nothing wrong with a module of its own', async () => {
  expect(faultsOf(await bundleOf(good), { ceiling: 200, isPure: true })).toEqual([]);
});

it('takes in only what a program imports, where it has names', async () => {
  const entry = await write('entry.mjs', `${good} export const question = () => 'unasked';`);
  const [all, named] = [await bundle([entry]), await bundle([entry], '{ answer }')];
  expect([all.code.includes('unasked'), named.code.includes('unasked')]).toEqual([true, false]);
});

it('leaves out what is imported dynamically, where code is split', async () => {
  await write('later.mjs', "export { readFile } from 'node:fs';");
  const entry = await write('entry.mjs', `${good} export const load = () => import('./later.mjs');`);
  const [whole, split] = [await bundle([entry]), await bundle([entry], '*', { leftOut: /^/ })];
  expect([whole.imports, split.imports]).toEqual([['node:fs'], []]);
  expect(split.code).toContain('import("./later.mjs")');
  expect(split.gzipped).toBeLessThan(whole.gzipped);
});

it('finds what is imported statically, also where code is split', async () => {
  await write('now.mjs', "export { readFile } from 'node:fs';");
  const entry = await write('entry.mjs', "export * from './now.mjs'; export { join } from 'node:path';");
  expect((await bundle([entry], '*', { leftOut: /^/ })).imports.toSorted()).toEqual(['node:fs', 'node:path']);
});

it('finds what is too large, by one byte', async () => {
  const made = await bundleOf(good);
  expect(faultsOf(made, { ceiling: made.gzipped })).toEqual([]);
  expect(faultsOf(made, { ceiling: made.gzipped - 1 })).toEqual([
    expect.stringMatching(/^has \d+ bytes when/),
  ]);
});

it.each([
  ["export { readFile } from 'node:fs/promises';", ['imports node:fs/promises', 'mentions "node:"']],
  ["export { readFile } from 'fs/promises';", ['imports fs/promises']],
  ["import 'node:process'; export const answer = 42;", ['imports node:process']],
  ["export const read = () => import('node:fs');", ['imports node:fs', 'mentions "node:"']],
  ["export const read = (name) => import('node:' + name);", ['mentions "node:"']],
  ["export const read = () => require('fs');", ['imports fs']],
])('finds Node.js in %s', async (text, faults) => {
  expect(faultsOf(await bundleOf(text), { ceiling: 2000, isPure: true })).toEqual(faults);
});

it('finds a foreign package', async () => {
  await write('node_modules/express/index.js', 'export default () => {};');
  const made = await bundleOf("export { default } from 'express'; export * from 'express';");
  expect(faultsOf(made, { ceiling: 2000, isPure: true })).toEqual([
    expect.stringMatching(/^contains .*node_modules\/express\/index\.js$/),
  ]);
});

it('finds no impurity where it is allowed', async () => {
  expect(faultsOf(await bundleOf("export { readFile } from 'node:fs';"), { ceiling: 2000 })).toEqual([]);
});

it('takes in what a package has built, not the source to which its tsconfig.json leads', async () => {
  await write('mapped/tsconfig.json', '{"compilerOptions":{"paths":{"core":["./source.js"]}}}');
  await write('mapped/source.js', "export const origin = 'source';");
  await write('mapped/node_modules/core/index.js', "export const origin = 'build';");
  const { code } = await bundle([await write('mapped/entry.mjs', "export { origin } from 'core';")]);
  expect(code).toContain('build');
  expect(code).not.toContain('source');
});
