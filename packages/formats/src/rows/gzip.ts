import { FormatError } from '../formats.ts';
import type { RowSource } from './row.ts';

/** Returns what is in a file that is compressed with gzip, and any other file as it is. */
export async function unpackedSource(source: RowSource): Promise<RowSource> {
  if (!(await isGzip(source))) return source;
  return {
    name: source.name?.replace(/\.gz$/i, ''),
    open: () => unpack(source.open()),
  };
}

async function isGzip(source: RowSource): Promise<boolean> {
  const head: number[] = [];
  for await (const chunk of source.open()) {
    head.push(...chunk.subarray(0, 2));
    if (head.length >= 2) break;
  }
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** @throws {FormatError} `FORMAT_INVALID` where it is damaged or cut off. */
async function* unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const chunks = packed[Symbol.asyncIterator]();
  let failure: { readonly cause: unknown } | undefined;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (cause) {
        failure = { cause };
        throw cause;
      }
    },
    async cancel() {
      await chunks.return?.();
    },
  });
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return undefined;
      yield value;
    }
  } catch (cause) {
    isOver = true;
    // What cannot be read at all is no fault of the compression.
    if (failure !== undefined) throw failure.cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new FormatError('FORMAT_INVALID', `The gzip file is damaged or cut off: ${problem}.`, { cause });
  } finally {
    if (!isOver) {
      // In Node.js 20, bytes that the latest read has asked for end the process if they come after `cancel`.
      await eventLoopTurn();
      // A file that is damaged after what was read fails here.
      await reader.cancel().catch(() => undefined);
    }
  }
}

/** Captured at load time, so that fake timers do not stop a reading. */
const { setTimeout } = globalThis;

function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
