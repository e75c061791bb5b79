import type { Writable } from 'node:stream';

/** How long a line waits for others to be written with it, in milliseconds. */
const delay = 50;
/** How much may wait for a slow reader, in characters. More is dropped. */
const maxWaiting = 2 ** 20;
/** How long `flush` waits for a slow reader, in milliseconds. */
const maxFlush = 1000;

/** Writes lines in batches, so that a line costs next to nothing. */
export interface LineWriter {
  write(line: string): void;
  /** Writes the waiting lines at once. Resolves when they are written, or cannot be. */
  flush(): Promise<void>;
}

/**
 * Creates a writer of lines. When they cannot be written, because the reader has left (`| head -1`) or the
 * disk is full, they are dropped, and the command goes on.
 *
 * @param maxWrite the most characters of one write, unless a single line has more: for pipes that several
 * processes write to.
 */
export function createLineWriter(stream: Writable, maxWrite = Number.POSITIVE_INFINITY): LineWriter {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  stream.on('error', () => {});

  const send = (done?: () => void) => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    stream.write(text, () => done?.());
  };

  return {
    write(line) {
      if (waiting.length + stream.writableLength > maxWaiting) return;
      if (waiting.length + line.length >= maxWrite) send();
      waiting += `${line}\n`;
      timer ??= setTimeout(send, delay);
    },
    flush() {
      return new Promise((resolve) => {
        const limit = setTimeout(resolve, maxFlush);
        send(() => {
          clearTimeout(limit);
          resolve();
        });
      });
    },
  };
}
