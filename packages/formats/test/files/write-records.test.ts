import { execFile } from 'node:child_process';
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMemoryStore } from '@location-records/core';
import { describeUnless, makeRecords } from '@location-records/workspace/tests';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readRecords, writeRecords } from '../../src/files/index.ts';
import { replaceFile } from '../../src/files/replace-file.ts';
import type { FormatName } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);
const records = makeRecords(5);
const formats: readonly FormatName[] = [
  'geojson',
  'geojsonseq',
  'ndjson',
  'csv',
  'json',
  'json-object',
  'kml',
  'gpx',
  'gpkg',
];

describe.each(formats)('writing %s', (format) => {
  it('without records makes a file that is read as empty', async () => {
    const ending = format === 'json-object' ? 'json' : format;
    const path = join(await temporaryFolder(), `places.${ending}`);
    await writeRecords(path, [], { format });
    expect(await readRecords(path)).toEqual([]);
  });

  it('makes a file with the same records, and leaves no other file', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'places');
    await writeRecords(path, [records.slice(0, 3), records.slice(3)], { format });
    expect(await readRecords(path)).toEqual(records);
    expect(await readdir(folder)).toEqual(['places']);
  });

  it('leaves the file as it was if the source fails, and rejects with its error', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'places');
    await writeFile(path, 'before');
    const failure = Object.assign(new Error('the store is gone'), { code: 'ECONNRESET', syscall: 'read' });
    const failing = (async function* () {
      yield records;
      throw failure;
    })();
    await expect(writeRecords(path, failing, { format })).rejects.toBe(failure);
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['places']);
  });

  it('stops as soon as the signal aborts, even while the source is silent', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'places');
    const controller = new AbortController();
    let isReleased = false;
    const silent = (async function* () {
      try {
        yield records;
        setImmediate(() => controller.abort(new Error('enough')));
        await new Promise(() => {});
      } finally {
        isReleased = true;
      }
    })();
    const { signal } = controller;
    await expect(writeRecords(path, silent, { format, signal })).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
    expect(isReleased).toBe(false);
  });

  it('closes the source if the signal aborts between two batches', async () => {
    const controller = new AbortController();
    let isReleased = false;
    const endless = (async function* () {
      try {
        for (let count = 0; ; count++) {
          if (count === 3) controller.abort(new Error('enough'));
          yield makeRecords(1).map(([id, location]) => [`${id} ${count}`, location] as const);
        }
      } finally {
        isReleased = true;
      }
    })();
    const path = join(await temporaryFolder(), 'places');
    const { signal } = controller;
    await expect(writeRecords(path, endless, { format, signal })).rejects.toThrow('enough');
    await new Promise(setImmediate);
    expect(isReleased).toBe(true);
  });

  it('refuses a record that no store would take', async () => {
    const folder = await temporaryFolder();
    const wrong = [['', records[0]?.[1]]] as unknown as typeof records;
    await expect(writeRecords(join(folder, 'places'), [wrong], { format })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      argument: 'id',
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('writeRecords', () => {
  it.each([
    ['a.geojson', '{"type":"FeatureCollection"'],
    ['a.GeoJSONSeq', '\x1e{'],
    ['a.ndjson', '{"type":"Feature"'],
    ['a.csv', 'id,description'],
    ['a.json', '[\n'],
    ['a.gpkg', 'SQLite format 3'],
    ['a.kml', '<?xml version="1.0" encoding="UTF-8"?>\n<kml '],
    ['a.gpx', '<?xml version="1.0" encoding="UTF-8"?>\n<gpx '],
  ])('finds the format by the name %s', async (name, begin) => {
    const path = join(await temporaryFolder(), name);
    const store = createMemoryStore();
    for (const [id, location] of records) await store.put(id, location);
    await writeRecords(path, store.list());
    expect((await readFile(path, 'latin1')).slice(0, begin.length)).toBe(begin);
    expect(await readRecords(path)).toEqual(records);
  });

  it.each(['a', 'a.txt', 'a.tsv', 'csv'])('refuses the name %s without a format', async (name) => {
    const path = join(await temporaryFolder(), name);
    await expect(writeRecords(path, [records])).rejects.toMatchObject({ option: 'format' });
  });
});

describe('the file of writeRecords', () => {
  it('stays as it was if the signal aborts before it is replaced', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'places');
    await writeFile(path, 'before');
    const stop = new AbortController();
    const write = async () => stop.abort(new Error('enough'));
    await expect(replaceFile(path, write, stop.signal)).rejects.toThrow('enough');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['places']);
  });

  it('has ordinary permissions if it is new', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await writeRecords(path, [records]);
    expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it.each(['a.csv', 'a.gpkg'])('replaces an earlier file, and keeps its permissions: %s', async (name) => {
    const path = join(await temporaryFolder(), name);
    await writeFile(path, 'x'.repeat(10_000));
    await chmod(path, 0o600);
    const before = await stat(path);
    await writeRecords(path, [records]);
    const after = await stat(path);
    expect(after.ino).not.toBe(before.ino);
    expect(after.mode & 0o777).toBe(0o600);
    expect(await readRecords(path)).toEqual(records);
  });

  it('is as private as the earlier file while it is written', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.csv');
    await writeFile(path, '');
    await chmod(path, 0o640);
    const modes: number[] = [];
    async function* batches() {
      for (const name of await readdir(folder)) modes.push((await stat(join(folder, name))).mode & 0o777);
      yield records;
    }
    await writeRecords(path, batches());
    expect(modes.toSorted()).toEqual([0o600, 0o640]);
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  it('is the target of a symbolic link', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'real.csv'), 'before');
    await symlink(join('data', 'real.csv'), join(folder, 'link.csv'));
    await writeRecords(join(folder, 'link.csv'), [records]);
    expect(await readlink(join(folder, 'link.csv'))).toBe(join('data', 'real.csv'));
    expect((await lstat(join(folder, 'data', 'real.csv'))).isFile()).toBe(true);
    expect(await readRecords(join(folder, 'data', 'real.csv'))).toEqual(records);
    expect(await readdir(join(folder, 'data'))).toEqual(['real.csv']);
  });
});

it.skipIf(process.platform === 'win32')(
  'a link of another user is refused, and the file that it leads to stays',
  async () => {
    const folder = await temporaryFolder();
    const [path, real] = [join(folder, 'link.csv'), join(folder, 'real.csv')];
    await writeFile(real, 'before');
    await symlink(real, path);
    await byAnotherUser(path);
    await expect(writeRecords(path, [records])).rejects.toMatchObject({
      code: 'ELOOP',
      message: `Cannot write ${JSON.stringify(path)}: it is a link of another user; name the file that it leads to, or another one.`,
    });
    expect(await readFile(real, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['link.csv', 'real.csv']);
  },
);

/** Gives a link to another user; without the right to do so, this user becomes another one. */
async function byAnotherUser(link: string): Promise<void> {
  const user = process.getuid?.() ?? 0;
  if (user === 0) return lchown(link, 4711, 4711);
  const getuid = vi.spyOn(process as Required<typeof process>, 'getuid').mockReturnValue(user + 1);
  onTestFinished(() => getuid.mockRestore());
}

describe('a file that cannot be written', () => {
  it.each([
    ['none/a.csv', 'ENOENT', 'its folder does not exist'],
    ['folder.csv', 'EISDIR', 'it is a folder'],
    ['dangling.csv', 'ENOENT', 'it is a link to a file that is missing'],
    ['file/a.csv', 'ENOTDIR', 'a part of the path is not a folder'],
    ['pipe.csv', 'EINVAL', 'it is not a regular file'],
  ])('is refused with one line: %s', async (name, code, problem) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'folder.csv'));
    await writeFile(join(folder, 'file'), '');
    await symlink('missing', join(folder, 'dangling.csv'));
    await run('mkfifo', [join(folder, 'pipe.csv')]);
    const before = await readdir(folder);
    const path = join(folder, name);
    const message = `Cannot write ${JSON.stringify(path)}: ${problem}.`;
    await expect(writeRecords(path, [records])).rejects.toMatchObject({
      name: 'FileError',
      code,
      path,
      message,
    });
    expect(await readdir(folder)).toEqual(before);
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describeUnless(canMount ? undefined : 'only root may mount file systems')('a disk that becomes full', () => {
  it.each(formats)('leaves the file as it was (%s)', async (format) => {
    const folder = await temporaryFolder();
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
    onTestFinished(async () => {
      await run('umount', ['-l', folder]);
    });
    const path = join(folder, 'places');
    await writeFile(path, 'before');
    await expect(writeRecords(path, [makeRecords(20_000)], { format })).rejects.toMatchObject({
      name: 'FileError',
      code: 'ENOSPC',
      message: `Cannot write ${JSON.stringify(path)}: the disk is full; free some space.`,
      cause: expect.any(Error),
    });
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['places']);
  });
});
