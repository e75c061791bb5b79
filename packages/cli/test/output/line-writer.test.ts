import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineWriter } from '../../src/output/line-writer.ts';

/** A stream that keeps each write, and acknowledges it when told to. */
class Slow extends Writable {
  readonly writes: string[] = [];
  #pending: (() => void)[] = [];

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(text: string, _encoding: BufferEncoding, done: () => void): void {
    this.writes.push(text);
    this.#pending.push(done);
  }

  acknowledge(): void {
    for (const done of this.#pending.splice(0)) done();
  }
}

test('lines of one moment are written at once', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream);
  writer.write('a');
  writer.write('b');
  expect(stream.writes).toEqual([]);
  await expect.poll(() => stream.writes).toEqual(['a\nb\n']);
});

test('flush writes at once, and waits until it is done', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream);
  writer.write('a');
  const flushed = writer.flush();
  expect(stream.writes).toEqual(['a\n']);
  stream.acknowledge();
  await flushed;
  expect(stream.writableLength).toBe(0);
});

test('a reader that does not read holds up neither flush nor the memory', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream);
  writer.write('x'.repeat(2 ** 20));
  await writer.flush();
  for (const line of ['a', 'b', 'c']) writer.write(line);
  void writer.flush();
  expect(stream.writableLength).toBeLessThan(2 ** 20 + 3);
});

test('a stream that broke gets no more, and breaks nothing', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream);
  stream.destroy(new Error('EPIPE'));
  await expect.poll(() => stream.closed).toBe(true);
  writer.write('a');
  await writer.flush();
  expect(stream.writes).toEqual([]);
});
