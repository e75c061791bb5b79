import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Options } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../tsup.config.ts';

const home = fileURLToPath(new URL('../', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-adapters-'));
  const { entry, ...options } = config as Options & { readonly entry: Record<string, string> };
  await build({
    ...options,
    entry: Object.fromEntries(Object.entries(entry).map(([name, file]) => [name, join(home, file)])),
    external: [/^@location-records\//],
    outDir: folder,
    config: false,
    dts: false,
    silent: true,
  });
});

afterAll(() => rm(folder, { recursive: true }));

describe.each(['js', 'cjs'])('what is built as .%s', (extension) => {
  it(`the .${extension} build keeps the requests of a connection once for all entries`, async () => {
    const names = await readdir(folder, { recursive: true });
    const files = names.filter((name) => name.endsWith(`.${extension}`)).map((name) => join(folder, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(texts.join('\n').match(/latest = (?:\/\* @__PURE__ \*\/ )?new WeakMap\(\)/g)).toHaveLength(1);
  });

  it.each(['fetch', 'guard'])(`the .${extension} build of /%s loads nothing of Node.js`, async (entry) => {
    const loaded = await loadedBy(join(folder, entry, `index.${extension}`));
    expect(loaded).toContain('@location-records/core/adapter-kit');
    expect(loaded.filter((name) => name.startsWith('node:'))).toEqual([]);
  });
});

/** The names that a file imports, and those that its files import. */
async function loadedBy(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  const names = [...text.matchAll(/(?:from|import|require\() ?(['"])(.+?)\1/g)].map(
    ([, , name = '']) => name,
  );
  const further = names
    .filter((name) => name.startsWith('.'))
    .map((name) => loadedBy(join(dirname(file), name)));
  return [...names, ...(await Promise.all(further)).flat()];
}
