import type { Readable } from 'node:stream';

/** Calls `write` with each line of a text stream, and at the end with what no line break follows. */
export function forEachLine(stream: Readable, write: (line: string) => void): void {
  let rest = '';
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) write(line);
    })
    .on('end', () => {
      if (rest !== '') write(rest);
    });
}
