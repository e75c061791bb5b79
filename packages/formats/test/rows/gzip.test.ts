import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackedSource } from '../../src/rows/gzip.ts';
import type { RowSource } from '../../src/rows/row.ts';
import { sourceOf } from './rows.ts';

const text = `id,latitude,longitude\n${'a,1,2\n'.repeat(50_000)}`;

async function textOf(source: RowSource): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a file that is compressed with gzip is unpacked each time it is read, under its name without .gz', async () => {
  const source = await unpackedSource({ ...sourceOf(gzipSync(text)), name: 'places.csv.gz' });
  expect(source.name).toBe('places.csv');
  expect(await textOf(source)).toBe(text);
  expect(await textOf(source)).toBe(text);
});

test('a file that is not compressed stays as it is', async () => {
  const source = sourceOf(text);
  expect(await unpackedSource(source)).toBe(source);
});

test('a gzip file that is cut off is refused when the end is reached', async () => {
  const packed = gzipSync(text);
  const source = await unpackedSource(sourceOf(packed.subarray(0, packed.length - 20)));
  await expect(textOf(source)).rejects.toMatchObject({
    code: 'FORMAT_INVALID',
    message: expect.stringMatching(/^The gzip file is damaged or cut off: .+\.$/),
  });
});

test('what stops reading a gzip file is thrown as it is', async () => {
  const failure = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
  const packed = gzipSync(text);
  const source = await unpackedSource({
    async *open() {
      yield packed.subarray(0, 100);
      throw failure;
    },
  });
  await expect(textOf(source)).rejects.toBe(failure);
});

test('a gzip file is closed when reading ends early', async () => {
  let isClosed = false;
  const packed = gzipSync(text);
  const source = await unpackedSource({
    async *open() {
      try {
        for (let start = 0; start < packed.length; start += 10) yield packed.subarray(start, start + 10);
      } finally {
        isClosed = true;
      }
    },
  });
  isClosed = false;
  for await (const chunk of source.open()) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(isClosed).toBe(true);
});

test('a gzip file that is left while more of it is unpacked ends nothing else', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => faults.push(fault);
  process.on('uncaughtExceptionMonitor', note);
  const source = await unpackedSource(sourceOf(gzipSync(text)));
  for (let time = 0; time < 20; time++) {
    const chunks = source.open()[Symbol.asyncIterator]();
    for (let chunk = 0; chunk < 2; chunk++) {
      await chunks.next();
      await setTimeout(5);
    }
    await chunks.next();
    await chunks.return?.();
  }
  process.off('uncaughtExceptionMonitor', note);
  expect(faults).toEqual([]);
});

test('a damaged gzip file that is left early ends without a fault', async () => {
  const source = await unpackedSource(sourceOf(gzipSync(text.slice(0, 1000)).subarray(0, -8)));
  const chunks = source.open()[Symbol.asyncIterator]();
  await chunks.next();
  await setTimeout(20);
  expect(await chunks.return?.()).toEqual({ done: true, value: undefined });
});
