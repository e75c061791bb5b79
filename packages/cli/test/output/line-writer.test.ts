import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineWriter } from '../../src/output/line-writer.ts';

const gap = (lines: number) => `${lines} lost`;

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

test('lines of one moment go out in one write', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream, gap);
  writer.write('a');
  writer.write('b');
  expect(stream.writes).toEqual([]);
  await expect.poll(() => stream.writes).toEqual(['a\nb\n']);
});

test('flush writes at once, and waits until it has gone out', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream, gap);
  writer.write('a');
  const flushed = writer.flush();
  expect(stream.writes).toEqual(['a\n']);
  stream.acknowledge();
  await flushed;
  expect(stream.writableLength).toBe(0);
});

test('flush does not wait for ever for a reader that does not read', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream, gap);
  writer.write('a');
  await writer.flush();
  expect(stream.writableLength).toBeGreaterThan(0);
});

test('lines that find no room are dropped, counted and reported', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream, gap);
  writer.write('x'.repeat(2 ** 20));
  void writer.flush();
  for (const line of ['a', 'b', 'c']) writer.write(line);
  expect(stream.writableLength).toBeLessThan(2 ** 20 + 3);
  stream.acknowledge();
  await expect.poll(() => stream.writableLength).toBe(0);
  writer.write('d');
  void writer.flush();
  expect(stream.writes.at(-1)).toBe('3 lost\nd\n');
});

test('a stream that broke takes no more, and breaks nothing', async () => {
  const stream = new Slow();
  const writer = createLineWriter(stream, gap);
  stream.destroy(new Error('EPIPE'));
  await expect.poll(() => stream.closed).toBe(true);
  writer.write('a');
  await writer.flush();
  expect(stream.writes).toEqual([]);
});

test('lines for which the disk has no room are counted, and the writer goes on when there is room', async () => {
  const written: string[] = [];
  let isFull = true;
  const stream = new Writable({
    decodeStrings: false,
    // As stdout, which cannot be destroyed.
    destroy(error, done) {
      done(error);
      (this as Writable & { _undestroy(): void })._undestroy();
    },
    write(text: string, _encoding, done) {
      if (isFull) return done(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
      written.push(text);
      done();
    },
  });
  const writer = createLineWriter(stream, gap);
  for (const line of ['a', 'b']) writer.write(line);
  await writer.flush();
  // The line that reports them is lost, too.
  writer.write('lost');
  await writer.flush();
  isFull = false;
  writer.write('c');
  await writer.flush();
  expect(written).toEqual(['3 lost\nc\n']);
});
