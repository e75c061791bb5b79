import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createMemoryStore, StoreError } from '@location-records/core';
import { openSqliteStore, type SqliteStoreOptions } from '@location-records/stores/sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WriterThreadClient } from '../../src/sqlite/writer-client.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-folder.ts';

const location = { coordinates: { latitude: 1, longitude: 2 } };

describe('opening is refused with one line that names the path', () => {
  it('when the folder is missing', async () => {
    const path = join(await temporaryFolder(), 'missing', 'records.db');
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ENOENT' } });
    expect(error.message).toContain('does not exist; create it');
  });

  it('when the path is a folder', async () => {
    const path = await temporaryFolder();
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(error.message).toContain('it is a folder');
  });

  it('also when the writer thread cannot be closed afterwards', async () => {
    const path = await temporaryPath();
    const { opened, close } = WriterThreadClient.prototype;
    // As if the file were replaced once the thread has opened it.
    const opening = vi.spyOn(WriterThreadClient.prototype, 'opened').mockImplementation(async function (
      this: WriterThreadClient,
    ) {
      const files = await opened.call(this);
      return { ...files, database: { ...files.database, inode: 0n } };
    });
    const closing = vi.spyOn(WriterThreadClient.prototype, 'close').mockImplementation(async function (
      this: WriterThreadClient,
    ) {
      await close.call(this);
      throw new Error('It has ended.');
    });
    onTestFinished(() => {
      opening.mockRestore();
      closing.mockRestore();
    });
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(error.message).toContain('another file took the place');
    expect(closing).toHaveBeenCalledTimes(1);
  });

  it('when a part of the path is a file', async () => {
    const file = await temporaryPath();
    await writeFile(file, 'text');
    const error = await refusal(join(file, 'records.db'));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ENOTDIR' } });
  });

  it('when the path is a symbolic link that leads to itself', async () => {
    const path = await temporaryPath();
    await symlink(path, path);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ELOOP' } });
    expect(error.message).toContain('its symbolic links form a circle');
  });

  it.each([
    ['missing', 'missing/a.db', 'ENOENT'],
    ['a file', 'notes.txt/a.db', 'ENOTDIR'],
  ])('that is behind symbolic links when the folder is %s', async (_, target, code) => {
    const folder = await realpath(await temporaryFolder());
    const [path, link] = [join(folder, 'records.db'), join(folder, 'links', 'link.db')];
    await mkdir(dirname(link));
    await writeFile(join(folder, 'links', 'notes.txt'), 'text');
    await symlink(link, path);
    await symlink(target, link);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code } });
    expect(error.message).toContain(JSON.stringify(dirname(join(folder, 'links', target))));
  });

  it('when the name is too long', async () => {
    const error = await refusal(join(await temporaryFolder(), 'x'.repeat(300)));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ENAMETOOLONG' } });
    expect(error.message).toContain('choose a shorter path');
  });

  it.each([
    ['text', Buffer.from('a file of another program, which must not be lost\n'.repeat(200))],
    ['a single byte', Buffer.from('x')],
    ['zeros', Buffer.alloc(8192)],
  ])('when the file holds %s', async (_, bytes) => {
    const path = await temporaryPath();
    await writeFile(path, bytes);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(error.message).toContain('not an SQLite database');
    expect(await readFile(path)).toEqual(bytes);
  });

  it.each([
    ['has the mark of another program', 'PRAGMA application_id = 7'],
    ['has a schema version, but no mark', 'PRAGMA user_version = 1'],
    ['has tables, but no mark', 'CREATE TABLE pictures (id INTEGER PRIMARY KEY)'],
    [
      'has such a table, but no mark',
      'CREATE TABLE locations (id TEXT, description TEXT, latitude REAL, longitude REAL)',
    ],
  ])('when the database %s', async (_, sql) => {
    const path = await temporaryPath();
    (await openRaw(path, sql)).close();
    const before = await digest(path);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(error.message).toContain('another program');
    expect(await digest(path)).toBe(before);
    expect(await readdir(dirname(path))).toEqual(['records.db']);
  });

  it.each(['UTF-16le', 'UTF-16be'])(
    'when the database keeps text as %s, in which its order is another',
    async (encoding) => {
      const path = await temporaryPath();
      const sql = `PRAGMA encoding = '${encoding}'; CREATE TABLE gone (a); DROP TABLE gone`;
      (await openRaw(path, sql)).close();
      const before = await digest(path);
      const error = await refusal(path);
      expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
      expect(error.message).toContain(`its text is encoded as ${encoding}`);
      expect(await digest(path)).toBe(before);
    },
  );

  it('when the schema is newer', async () => {
    const path = await databaseOfOurs();
    (await openRaw(path, 'PRAGMA user_version = 3')).close();
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(error.message).toContain('schema 3, made by a newer version');
  });

  it.each([
    ['DROP TABLE locations', 'locations'],
    ['DROP VIEW records; ALTER TABLE locations DROP COLUMN longitude', 'locations'],
    ['PRAGMA user_version = 0', 'locations'],
    ['PRAGMA user_version = 1', 'locations'],
    ['DROP TABLE long_descriptions', 'long_descriptions'],
    ['ALTER TABLE long_descriptions ADD COLUMN language TEXT', 'long_descriptions'],
    [
      'DROP TABLE long_descriptions; CREATE TABLE long_descriptions (id INTEGER, description TEXT)',
      'long_descriptions',
    ],
    [
      'ALTER TABLE long_descriptions RENAME TO gone; CREATE VIEW long_descriptions AS SELECT * FROM gone',
      'long_descriptions',
    ],
  ])('when the schema was changed by hand: %s', async (sql, table) => {
    const path = await databaseOfOurs();
    (await openRaw(path, sql)).close();
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(error.message).toContain(`its table "${table}" differs from the one that this service creates`);
  });

  it.each([
    ['cut short', async (path: string) => truncate(path, 4096)],
    ['overwritten behind its first page', overwriteTable],
  ])('when the file was %s', async (_, damage) => {
    const path = await databaseOfOurs();
    await damage(path);
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE', cause: { errcode: expect.any(Number) } });
    expect(error.message).toContain('the file is damaged; restore it from a backup');
  });

  it('when another connection holds the file locked for longer than the busy timeout', async () => {
    const path = await databaseOfOurs();
    const other = await openRaw(path, 'BEGIN IMMEDIATE');
    onTestFinished(() => other.close());
    const error = await refusal(path, { busyTimeout: 20 });
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { errcode: expect.any(Number) } });
    expect(error.message).toContain('locked');
    other.exec('ROLLBACK');
    const store = await openForTest(path, { busyTimeout: 20 });
    expect(await store.get('a')).toEqual(location);
  });
});

describe('with create: false', () => {
  it('a file that is missing is refused, and stays missing', async () => {
    const folder = await temporaryFolder();
    const error = await refusal(join(folder, 'records.db'), { create: false });
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', cause: { code: 'ENOENT' } });
    expect(error.message).toContain('there is no such file');
    expect(await readdir(folder)).toEqual([]);
  });

  it('an empty file is refused, and stays empty', async () => {
    const path = await temporaryPath();
    await writeFile(path, '');
    const error = await refusal(path, { create: false });
    expect(error).toMatchObject({ code: 'STORE_UNSUITABLE' });
    expect(error.message).toContain('it is empty');
    expect(await readFile(path, 'utf8')).toBe('');
    expect(await readdir(dirname(path))).toEqual(['records.db']);
  });

  it('a database of this service is opened, also without records', async () => {
    const path = await temporaryPath();
    await (await openSqliteStore({ path })).close();
    const store = await openForTest(path, { create: false });
    await store.put('a', location);
    expect(await store.get('a')).toEqual(location);
  });
});

describe('options that cannot work', () => {
  it.each([
    ['path', undefined],
    ['busyTimeOut', { path: 'a', busyTimeOut: 1 }],
    ['path', { path: '' }],
    ['path', { path: 'a\0b' }],
    ['path', { path: ':memory:' }],
    ['create', { path: 'a', create: 'no' }],
    ['busyTimeout', { path: 'a', busyTimeout: -1 }],
    ['busyTimeout', { path: 'a', busyTimeout: 0.5 }],
    ['busyTimeout', { path: 'a', busyTimeout: Number.POSITIVE_INFINITY }],
    ['signal', { path: 'a', signal: new AbortController() }],
  ])('%s of %j', async (option, options) => {
    await expect(openSqliteStore(options as SqliteStoreOptions)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      option,
    });
  });

  it('null instead of them', async () => {
    const refused = { code: 'INVALID_ARGUMENT', argument: 'options' };
    await expect(openSqliteStore(null as never)).rejects.toMatchObject(refused);
  });

  it('names the memory store instead of ":memory:"', async () => {
    await expect(openSqliteStore({ path: ':memory:' })).rejects.toThrow(createMemoryStore.name);
  });
});

async function refusal(path: string, options: Omit<SqliteStoreOptions, 'path'> = {}): Promise<StoreError> {
  const error: unknown = await openSqliteStore({ path, ...options }).catch((reason: unknown) => reason);
  if (!(error instanceof StoreError)) throw new Error('It was opened.', { cause: error });
  expect(error.message).toMatch(/^Cannot open the SQLite store .*\.$/);
  expect(error.message).toContain(JSON.stringify(path));
  return error;
}

/** A database of this service with many records, closed. */
async function databaseOfOurs(): Promise<string> {
  const folder = join(await temporaryFolder(), 'ours');
  await mkdir(folder);
  const path = join(folder, 'records.db');
  const store = await openSqliteStore({ path });
  await store.put('a', location);
  await Promise.all(Array.from({ length: 500 }, (_, number) => store.put(`id-${number}`, location)));
  await store.close();
  return path;
}

async function overwriteTable(path: string): Promise<void> {
  const bytes = await readFile(path);
  // From the second page on.
  await writeFile(path, bytes.fill(0xaa, 2048));
}

async function digest(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
