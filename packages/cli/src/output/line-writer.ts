import type { Writable } from 'node:stream';
import { cannotGrow } from './write-all.ts';

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

interface LineWriterOptions {
  /**
   * The most characters of one write, unless a single line has more: for pipes that several processes write
   * to.
   */
  readonly maxWrite?: number | undefined;
}

/**
 * Creates a writer of lines. When the reader has left (`| head -1`), lines are dropped, and the command goes
 * on. When the reader falls behind, or the disk is full, lines that find no room are dropped and counted;
 * `describeGap` makes the line that reports them.
 */
export function createLineWriter(
  stream: Writable,
  describeGap: (lines: number) => string,
  { maxWrite = Number.POSITIVE_INFINITY }: LineWriterOptions = {},
): LineWriter {
  let waiting = '';
  /** How many lines wait, and how many were dropped before them. */
  let waitingLines = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let isGone = false;
  stream.on('error', (error) => {
    // There may be room again later.
    if (cannotGrow(error)) return;
    isGone = true;
    waiting = '';
  });

  const send = (done?: () => void) => {
    clearTimeout(timer);
    timer = undefined;
    const [text, lines] = [waiting, waitingLines];
    waiting = '';
    waitingLines = 0;
    if (isGone) {
      done?.();
      return;
    }
    stream.write(text, (error) => {
      if (cannotGrow(error)) dropped += lines;
      done?.();
    });
  };

  return {
    write(line) {
      if (isGone) return;
      if (waiting.length + stream.writableLength > maxWaiting) {
        dropped++;
        return;
      }
      if (dropped > 0) waiting += `${describeGap(dropped)}\n`;
      waitingLines += dropped + 1;
      dropped = 0;
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
