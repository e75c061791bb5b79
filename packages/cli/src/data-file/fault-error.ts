import type { InspectionFault, InspectOptions } from '@location-records/formats';
import { CommandError, isFileOrFormatError } from '../errors.ts';
import { maskPassword } from '../output/passwords.ts';
import { printableLine, quoted, shellWord } from '../output/printable-text.ts';

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

/** How messages about a file name values of an option that can be chosen. */
const choice = /\b(layer|encoding): ("[^"…]+"(?:(?:, | or )"[^"]+")*)/;

/** Adds command lines to an error about a file, if its message names what can be chosen. */
export function withCommands(error: unknown, argv: readonly string[]): unknown {
  if (!isFileOrFormatError(error) && !(error instanceof CommandError)) return error;
  const [, option, values = ''] = choice.exec(error.message) ?? [];
  if (option === undefined) return error;
  const commands = Array.from(values.matchAll(/"([^"]+)"/g), ([, value]) =>
    commandWith(argv, { [option]: value }),
  );
  const hint = ['Try:', ...commands.map((each) => `  ${each}`)].join('\n');
  return new CommandError(error.code, error.message, { hint, commands, cause: error });
}

/** Returns a command line with further options, for a shell. Passwords are hidden. */
function commandWith(argv: readonly string[], options: InspectOptions): string {
  const added = flagsOf(options);
  const words = withoutFlags(argv, new Set(added.filter((word) => word.startsWith('--'))));
  const end = words.indexOf('--');
  const all = end === -1 ? [...words, ...added] : words.toSpliced(end, 0, ...added);
  const shown = all.map((word, index) => shellWord(printableLine(withoutSecret(word, all[index - 1]))));
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

/** Hides the password of a URL, and the value of a field of HTTP, which may be a token. `@file` is neither. */
function withoutSecret(word: string, before = ''): string {
  const [, flag = '', value = ''] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
  if (value.startsWith('@')) return word;
  if (before === '--header' || flag === '--header=') return flag + value.replace(/:.*$/s, ': ***');
  return flag + maskPassword(value);
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
