import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const programs = new URL('../src/same-test/', import.meta.url);
const page = new URL('../../testing/docs/coming-from.md', import.meta.url);
const fromSource = new URL('../../workspace/src/from-source.mjs', import.meta.url);

/** Runs a program, and resolves to its exit code. */
async function exitCodeOf(name: string, env: Readonly<Record<string, string>>): Promise<number> {
  const path = new URL(`${name}.mjs`, programs).pathname;
  const options = { env: { ...process.env, ...env } };
  return promisify(execFile)(process.execPath, ['--import', fromSource.href, path], options).then(
    () => 0,
    (error) => error.code,
  );
}

/** The lines of a program that are neither empty nor a comment. */
function linesOf(name: string): number {
  const lines = readFileSync(new URL(`${name}.mjs`, programs), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}

/** The figure of each program in the table of the page. */
const promised = Object.fromEntries(
  [...readFileSync(page, 'utf8').matchAll(/^\| `([\w-]+)\.mjs` +\| +(\d+) +\|/gm)].map(([, name, lines]) => [
    name ?? '',
    Number(lines),
  ]),
);

describe('the same test: a DELETE whose response is lost is sent again', () => {
  const names = ['fake', 'msw', 'nock', 'json-server'];

  it.each(names)('passes as %s.mjs', async (name) => {
    expect(await exitCodeOf(name, {})).toBe(0);
  });

  it.each(names)('fails as %s.mjs when the client gives up', async (name) => {
    expect(await exitCodeOf(name, { FORGETFUL: '1' })).toBe(1);
  });

  it('has as many lines as the page says', () => {
    expect(promised).toEqual(Object.fromEntries(names.map((name) => [name, linesOf(name)])));
  });
});
