import { Buffer } from 'node:buffer';
import { isShowable, printfFormat, shellWord } from './quote.ts';
import { repetitionOf } from './repetition.ts';

/** From how many bytes on the same over and over is written as such. */
const minRun = 128;
const maxUnit = 4;

/** The commands, one after the other, that write these bytes. */
export function writeBytes(bytes: Uint8Array): readonly string[] {
  const whole = bytes.length >= minRun && !runAt(bytes, 0) ? repetitionOf(bytes) : undefined;
  if (whole) {
    const rest = whole.rest.length > 0 ? writeBytes(whole.rest) : [];
    return [repeated(writeBytes(whole.unit), whole.times), ...rest];
  }
  const commands: string[] = [];
  let start = 0;
  for (let position = 0; position < bytes.length; ) {
    const run = runAt(bytes, position);
    if (!run) {
      position++;
      continue;
    }
    if (position > start) commands.push(`printf ${printfFormat(bytes.subarray(start, position))}`);
    commands.push(runCommand(run));
    position += run.unit.length * run.times;
    start = position;
  }
  if (start < bytes.length || bytes.length === 0)
    commands.push(`printf ${printfFormat(bytes.subarray(start))}`);
  return commands;
}

/** Commands over and over, as one. */
export function repeated(commands: readonly string[], times: number): string {
  return `for _ in $(seq ${times}); do ${commands.join('; ')}; done`;
}

/** Commands as one that can stand before a pipe. */
export function grouped(commands: readonly string[]): string {
  const [only = '', ...more] = commands;
  return more.length > 0 || /[|;]/.test(only.replace(/'[^']*'/g, '')) ? `{ ${commands.join('; ')}; }` : only;
}

interface Run {
  readonly unit: Uint8Array;
  readonly times: number;
}

/** A few bytes, such as a character, that come over and over from here on. */
function runAt(bytes: Uint8Array, position: number): Run | undefined {
  for (let length = 1; length <= maxUnit; length++) {
    let end = position + length;
    while (end < bytes.length && bytes[end] === bytes[end - length]) end++;
    const times = Math.floor((end - position) / length);
    if (times * length >= minRun) return { unit: bytes.subarray(position, position + length), times };
  }
  return undefined;
}

/** `yes` is much faster than a loop, but writes lines, and can write no NUL. */
function runCommand({ unit, times }: Run): string {
  const text = Buffer.from(unit).toString();
  if (unit.includes(0x0a) || unit.includes(0)) return repeated([`printf ${printfFormat(unit)}`], times);
  const isText = isShowable(text) && Buffer.from(text).equals(unit) && !text.startsWith('-');
  const word = isText ? shellWord(text) : `"$(printf ${printfFormat(unit)})"`;
  return `yes ${word} | head -n ${times} | tr -d '\\n'`;
}
