import { Buffer } from 'node:buffer';

/** A word for a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whether a command can contain the text unchanged: it is on one line, and has no control characters. */
export function isShowable(text: string): boolean {
  return /^[ -~\p{L}\p{N}\p{S}\p{P}]*$/u.test(text);
}

/** The `printf` format that writes these bytes in every shell. All but printable ASCII is octal. */
export function printfFormat(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  const named: Readonly<Record<string, string>> = {
    '\r': '\\r',
    '\n': '\\n',
    '\t': '\\t',
    '%': '%%',
    '\\': '\\\\',
  };
  const format = text.replace(
    /[^ -~]|[%\\']|^-/g,
    (character) => named[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `'${format}'`;
}

/** The longest bytes written as they are. In longer ones, runs are written by commands that repeat. */
const maxPlain = 1024;
/** The shortest run worth compressing, and the longest unit that it repeats: a character or a small request (bytes). */
const minRun = 128;
const maxUnit = 200;

/** The commands that write these bytes, in order. */
export function writeBytes(bytes: Uint8Array): readonly string[] {
  const commands: string[] = [];
  let start = 0;
  for (let position = 0; bytes.length > maxPlain && position < bytes.length; ) {
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

/** One command that repeats the commands. */
export function repeated(commands: readonly string[], times: number): string {
  return `for _ in $(seq ${times}); do ${commands.join('; ')}; done`;
}

/** One command that can be the left side of a pipe. */
export function grouped(commands: readonly string[]): string {
  const [only = '', ...more] = commands;
  return more.length > 0 || /[|;]/.test(only.replace(/'[^']*'/g, '')) ? `{ ${commands.join('; ')}; }` : only;
}

interface Run {
  readonly unit: Uint8Array;
  readonly times: number;
}

/** The run that begins at a position: the same bytes at least four times. */
function runAt(bytes: Uint8Array, position: number): Run | undefined {
  for (let length = 1; length <= maxUnit; length++) {
    let end = position + length;
    while (end < bytes.length && bytes[end] === bytes[end - length]) end++;
    const times = Math.floor((end - position) / length);
    if (times > 3 && times * length >= minRun)
      return { unit: bytes.subarray(position, position + length), times };
  }
  return undefined;
}

/** `yes` is much faster than a loop, but writes lines, and cannot write NUL. */
function runCommand({ unit, times }: Run): string {
  const text = Buffer.from(unit).toString();
  if (unit.includes(0x0a) || unit.includes(0)) return repeated([`printf ${printfFormat(unit)}`], times);
  const isText = isShowable(text) && Buffer.from(text).equals(unit) && !text.startsWith('-');
  const word = isText ? shellWord(text) : `"$(printf ${printfFormat(unit)})"`;
  return `yes ${word} | head -n ${times} | tr -d '\\n'`;
}
