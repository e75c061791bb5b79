import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openForTest, temporaryPath } from './temporary-store.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describe('a program with an SQLite store', () => {
  it('a program that does not close its SQLite store ends, loses no write, and prints nothing', async () => {
    const path = await temporaryPath();
    const { stdout, stderr } = await run(path, "void store.put('a', location);");
    expect(stdout + stderr).toBe('');
    expect(await (await openForTest(path)).get('a')).toEqual(location);
  });

  it('a program with an SQLite store may have flags that threads refuse', async () => {
    const program = "await store.put('a', location); console.log(JSON.stringify(await store.get('a')));";
    const { stdout } = await run(
      await temporaryPath(),
      `${program} await store.close();`,
      '--max-old-space-size=512',
    );
    expect(JSON.parse(stdout)).toEqual(location);
  });
});

/** Runs a program from the built package, as users have it. */
async function run(path: string, program: string, ...flags: string[]) {
  const entry = new URL('../../dist/sqlite/index.js', import.meta.url).href;
  const code = `
    process.removeAllListeners('warning');
    const { openSqliteStore } = await import(${JSON.stringify(entry)});
    const store = await openSqliteStore({ path: ${JSON.stringify(path)} });
    const location = ${JSON.stringify(location)};
    ${program}
  `;
  return promisify(execFile)(process.execPath, [...flags, '--input-type=module', '--eval', code]);
}
