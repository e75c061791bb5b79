import { StoreError } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { failures, isBusy } from '../../src/sqlite/failures.ts';
import { packError, unpackError } from '../../src/sqlite/writer-protocol.ts';

describe('a failure of the engine', () => {
  it('is known by its primary result code', () => {
    const cause = Object.assign(new Error('any words'), { errcode: 778 });
    expect(failures.wrap('write to', 'a.db', cause)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/^Cannot write to the SQLite store "a.db": the disk reports an error; /),
      cause,
    });
  });

  it('is known by its words where the engine gives no result code', () => {
    expect(isBusy(new Error('database is locked'))).toBe(true);
    expect(failures.wrap('open', 'a.db', new Error('file is not a database'))).toMatchObject({
      code: 'STORE_UNSUITABLE',
    });
  });

  it('may be a lack of permissions or of file descriptors when the file cannot be opened', () => {
    const cause = Object.assign(new Error('unable to open database file'), { errcode: 14 });
    expect(failures.wrap('read from', 'a.db', cause).message).toMatch(/permissions.* too many files open\.$/);
  });

  it('is one line when it is unknown', () => {
    const failure = failures.wrap('read from', 'a.db', new Error('first line\n second line.'));
    expect(failure.message).toBe('Cannot read from the SQLite store "a.db": first line second line.');
  });

  it('is left as it is when it is a StoreError already', () => {
    const closed = new StoreError('STORE_CLOSED', 'The SQLite store is closed.');
    expect(failures.wrap('read from', 'a.db', closed)).toBe(closed);
  });

  it('keeps its code and its cause from thread to thread', () => {
    const cause = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 });
    const posted = structuredClone(packError(failures.wrap('write to', 'a.db', cause)));
    expect(unpackError(posted)).toMatchObject({
      name: 'StoreError',
      code: 'STORE_UNAVAILABLE',
      cause: { message: 'database is locked', code: 'ERR_SQLITE_ERROR', errcode: 5 },
    });
  });
});
