import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeAll } from '../../src/output/write-all.ts';
import { Kept } from '../run-here.ts';

/** A stream whose writes fail. */
function failing(code: string): Writable {
  const error = Object.assign(new Error(`${code}: it failed`), { code });
  return new Writable({ write: (_chunk, _encoding, done) => done(error) });
}

test('text that is written', async () => {
  const output = new Kept();
  expect(await writeAll(output, 'a')).toBe(true);
  expect(output.text).toBe('a');
});

test('text whose reader is gone', async () => {
  expect(await writeAll(failing('EPIPE'), 'a')).toBe(false);
});

test('text for a disk that is full', async () => {
  await expect(writeAll(failing('ENOSPC'), 'a')).rejects.toThrow(
    'stdout cannot be written (ENOSPC: it failed).',
  );
});
