import type { Writable } from 'node:stream';

/** How long a line waits for others to be written with it, in milliseconds. */
const delay = 50;
/** How much may wait for a slow reader, in characters. */
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
 * Creates a writer of lines. When the reader is gone (`| head -1`), lines are dropped, and the command goes on. When the
 * reader falls behind, lines that find no room are dropped and counted; `describeGap` makes the line that reports them.
 */
export function createLineWriter(stream: Writable, describeGap: (lines: number) => string): LineWriter {
  let waiting = '';
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let isGone = false;
  stream.on('error', () => {
    isGone = true;
    waiting = '';
  });

  const send = (done?: () => void) => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (isGone) done?.();
    else stream.write(text, done);
  };

  return {
    write(line) {
      if (isGone) return;
      if (waiting.length + stream.writableLength > maxWaiting) {
        dropped++;
        return;
      }
      if (dropped > 0) waiting += `${describeGap(dropped)}\n`;
      dropped = 0;
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
