import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryPath } from './temporary-folder.ts';

it.each([
  ['by itself', ['--input-type=module'], ''],
  ['beside a flag that threads refuse', ['--input-type', 'module', '--max-old-space-size=512'], ''],
  ['in NODE_OPTIONS', [], '--input-type=module'],
])(
  'opens in a program that was started with --input-type %s',
  async (_, flags, nodeOptions) => {
    const entry = new URL('../../src/sqlite/index.ts', import.meta.url).href;
    const program = `
    const { openSqliteStore } = await import(${JSON.stringify(entry)});
    const store = await openSqliteStore({ path: ${JSON.stringify(await temporaryPath())} });
    await store.put('a', { coordinates: { latitude: 1, longitude: 2 } });
    console.log(JSON.stringify(await store.get('a')));
    await store.close();
  `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...process.execArgv, ...flags, '--eval', program],
      { env: { ...process.env, NODE_OPTIONS: nodeOptions } },
    );
    expect(JSON.parse(stdout)).toEqual({ coordinates: { latitude: 1, longitude: 2 } });
  },
  30_000,
);
