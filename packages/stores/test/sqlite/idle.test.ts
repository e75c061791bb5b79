import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openForTest, temporaryPath } from './temporary-folder.ts';

it('does not keep a process alive, nor lose its last write, nor write to its console', async () => {
  const path = await temporaryPath();
  const script = join(dirname(path), 'forgetful.mts');
  const store = new URL('../../src/sqlite/index.ts', import.meta.url).href;
  await writeFile(
    script,
    `import { openSqliteStore } from ${JSON.stringify(store)};
     const store = await openSqliteStore({ path: ${JSON.stringify(path)} });
     void store.put('a', { coordinates: { latitude: 1, longitude: 2 } });`,
  );
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...process.execArgv, script]);
  expect(stdout + stderr).toBe('');
  expect(await (await openForTest(path)).get('a')).toEqual({ coordinates: { latitude: 1, longitude: 2 } });
}, 30_000);
