import type { InspectionFault, InspectOptions } from '@location-records/formats';
import { CommandError } from '../errors.ts';
import { maskPasswords } from '../output/passwords.ts';
import { printableLine, quoted } from '../output/printable-text.ts';
import { shellWord } from '../output/shell-word.ts';

/**
 * Creates the error about a file that is refused as a whole, with a command for each remedy.
 *
 * @param argv the command line of an import of the file.
 * @param introduction the line before the commands.
 */
export function faultError(
  file: string,
  { message, remedies }: InspectionFault,
  argv: readonly string[],
  introduction = 'Try:',
): CommandError {
  const commands = remedies.map(({ options }) => commandWith(argv, options));
  const lines = remedies.flatMap(({ words }, index) => [`  ${words}:`, `    ${commands[index]}`]);
  return new CommandError('IMPORT_FAULT', `${quoted(file)} is not imported. ${message}`, {
    hint: lines.length === 0 ? undefined : [introduction, ...lines].join('\n'),
    commands,
  });
}

/** Returns a command line with further options, for a shell. Passwords are hidden. */
function commandWith(argv: readonly string[], options: InspectOptions): string {
  const added = flagsOf(options);
  const words = withoutFlags(argv, new Set(added.filter((word) => word.startsWith('--'))));
  const end = words.indexOf('--');
  const all = end === -1 ? [...words, ...added] : words.toSpliced(end, 0, ...added);
  const shown = all.map((word) => shellWord(printableLine(maskPasswords(word, [word, valueIn(word)]))));
  return ['location-records', ...shown].join(' ');
}

/** Leaves out flags that are given again, with their values. */
function withoutFlags(argv: readonly string[], again: ReadonlySet<string>): readonly string[] {
  return argv.filter((word, index) => {
    const before = argv[index - 1] ?? '';
    const isValue = again.has(before) && !switches.has(before);
    return !isValue && !again.has(word.replace(/=.*$/s, ''));
  });
}

function valueIn(word: string): string {
  return word.replace(/^--[\w-]+=/, '');
}

/** Flags without a value. */
const switches: ReadonlySet<string> = new Set(['--swap', '--strict-coordinates']);

/** Returns the flags of the command for options of an inspection. */
function flagsOf(options: InspectOptions): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    return value === true ? [flag] : [flag, String(value)];
  });
}
