import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { forEachLine } from '../../../../src/commands/serve/workers/whole-lines.ts';

/** The lines of a stream that gets these pieces, and then ends. */
async function linesOf(pieces: readonly (string | Uint8Array)[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  forEachLine(stream, (line) => lines.push(line));
  const ended = once(stream, 'end');
  for (const piece of pieces) stream.write(piece);
  stream.end();
  await ended;
  return lines;
}

test.each<[string, (string | Uint8Array)[], string[]]>([
  ['pieces of lines', ['a', 'b\nc', '\n', 'd\ne\n'], ['ab', 'c', 'd', 'e']],
  ['empty lines', ['\n\na\n'], ['', '', 'a']],
  ['a last line without its break', ['a\nb'], ['a', 'b']],
  ['halves of a character', [Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0a)], ['é']],
  ['nothing', [], []],
])('%s become whole lines', async (_, pieces, lines) => {
  expect(await linesOf(pieces)).toEqual(lines);
});
