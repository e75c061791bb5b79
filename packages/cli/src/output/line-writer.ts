import type { Writable } from 'node:stream';

/** Lines wait this long, in milliseconds, for others to be written together with them. */
const delay = 50;
/** How much may wait for a reader that does not read, in characters. */
const maxWaiting = 2 ** 20;
/** How long `flush` waits for such a reader, in milliseconds. */
const maxFlush = 1000;

/** Writes lines in bundles, so that a line costs next to nothing. */
export interface LineWriter {
  write(line: string): void;
  /** Writes at once what waits, and resolves when it has gone out, or cannot. */
  flush(): Promise<void>;
}

/**
 * Makes a writer of lines. A stream that nobody reads any more (`| head -1`) ends nothing: its lines are
 * dropped. While a reader only falls behind, lines that find no room are dropped and counted, and
 * `describeGap` gives the line that tells of them.
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
