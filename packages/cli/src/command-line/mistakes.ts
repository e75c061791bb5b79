import type { Command, CommanderError, Option } from 'commander';
import { helpHint, UsageError } from '../errors.ts';
import { cannotBe, quoted, withoutPasswords } from '../output/printable-text.ts';
import { meantName } from './meant-name.ts';

/** The maximum length of a command line that is shown as a correction, in characters. */
const maxCorrection = 100;

/** Rephrases a mistake that commander found in a command line, and says what to write instead. */
export function describeMistake(
  { code, message }: CommanderError,
  command: Command,
  argv: readonly string[],
): UsageError {
  return new UsageError(withoutPasswords(sentenceFor(code, message, command, argv)), helpHint(command));
}

function sentenceFor(code: string, message: string, command: Command, argv: readonly string[]): string {
  // Only the message of commander has the details.
  const found = (pattern: RegExp) => (pattern.exec(message) ?? []).slice(1);
  switch (code) {
    case 'commander.unknownCommand':
      return unknownCommand(command.args[0] ?? '', command);
    case 'commander.help':
      return unknownCommand(command.args[1] ?? '', command);
    case 'commander.unknownOption': {
      const [flag = ''] = found(/^error: unknown option '(.*)'$/s);
      return command.parent ? unknownFlag(flag, command) : misplacedFlag(flag, command, argv);
    }
    case 'commander.optionMissingArgument': {
      const [flags = ''] = found(/^error: option '(.*)' argument missing$/);
      return `${flags.split(' ')[0]} needs a value: ${flags}.`;
    }
    case 'commander.invalidArgument': {
      const [flag, value = '', reason = ''] = found(
        /^error: option '(\S+)[^']*' argument '(.*)' is invalid\. (.*)$/s,
      );
      if (flag !== undefined) return wrongValue(flag, value, reason, command);
      const [text = '', name, why = ''] = found(
        /^error: command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/s,
      );
      return cannotBe(`The ${name}`, text, why);
    }
    case 'commander.missingArgument': {
      const [name] = found(/'(.*)'$/);
      const usage = command.registeredArguments.map((argument) => `<${argument.name()}>`).join(' ');
      return `<${name}> is missing: ${fullName(command)} ${usage}.`;
    }
    case 'commander.excessArguments':
      return excessArgument(command);
    case 'commander.conflictingOption': {
      const [one, other] = found(/^error: option '(\S+)[^']*' cannot be used with option '(\S+)[^']*'$/);
      return `${one} and ${other} exclude each other; leave one out.`;
    }
    default:
      return message.replace(/^error: /, '');
  }
}

function unknownCommand(name: string, program: Command): string {
  const names = program.commands.map((command) => command.name());
  const meant = meantName(name, names);
  return `Unknown command ${quoted(name)}. ${meant ? `Did you mean ${meant}?` : `Known commands: ${names.join(', ')}.`}`;
}

function unknownFlag(text: string, command: Command): string {
  const [name = '', value] = text.split(/=(.*)/s);
  if (value !== undefined && longFlags(command).includes(name)) {
    return `${name} takes no value; write it alone, or leave it out.`;
  }
  const positive = name.replace(/^--no-/, '--');
  if (positive !== name && longFlags(command).includes(positive)) {
    return `Unknown option ${quoted(name)}. Leave out ${positive} instead.`;
  }
  const meant = meantName(name, longFlags(command));
  if (meant) return `Unknown option ${quoted(name)}. Did you mean ${meant}?`;
  const others = (command.parent?.commands ?? []).filter((other) => longFlags(other).includes(name));
  const elsewhere = others.length > 0 ? `; it belongs to ${listed(namesOf(others), 'and')}` : '';
  return `${command.name()} has no option ${quoted(name)}${elsewhere}.`;
}

/** The message for an option before the command, or without one. */
function misplacedFlag(text: string, program: Command, argv: readonly string[]): string {
  const [name = ''] = text.split('=');
  const owners = program.commands.filter((command) => longFlags(command).includes(name));
  const named = owners.find((command) => argv.includes(command.name()));
  if (named) return `Options follow the command: ${corrected(named, argv)}`;
  const [only, ...more] = owners;
  if (only && more.length === 0) return `A command must come first: ${corrected(only, argv)}`;
  if (only) return `A command must come before ${name}: ${listed(namesOf(owners), 'or')}.`;
  const meant = meantName(name, longFlags(program));
  return `Unknown option ${quoted(name)}. ${meant ? `Did you mean ${meant}?` : 'A command comes first, such as serve.'}`;
}

/** The same command line with the command in front, shortened where it cannot be shown. */
function corrected(command: Command, argv: readonly string[]): string {
  const at = argv.indexOf(command.name());
  const others = argv.filter((_, index) => index !== at);
  const line = [fullName(command), ...others].join(' ');
  const isPlain = line.length <= maxCorrection && others.every((word) => /^[\w\-./:=,@%+]+$/.test(word));
  return isPlain ? line : `${fullName(command)} …`;
}

function wrongValue(flag: string, value: string, reason: string, command: Command): string {
  if (longFlags(command).includes(value)) return `${flag} needs a value, but ${value} follows it.`;
  return cannotBe(flag, value, reason);
}

function excessArgument(command: Command): string {
  const expected = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const extra = command.args[expected.length] ?? '';
  const takes = expected.length === 0 ? 'no arguments' : `only ${listed(expected, 'and')}`;
  const meant = intendedFlag(extra, command);
  return `${command.name()} takes ${takes}; ${quoted(extra)} is one too many.${meant ? ` Did you mean ${meant}?` : ''}`;
}

/** The option that an excess argument was probably meant for. */
function intendedFlag(text: string, command: Command): string | undefined {
  const flags = longFlags(command);
  if (flags.includes('--port') && /^\d{1,5}$/.test(text)) return `--port ${text}`;
  return flags.includes('--store') && /[:/\\]|\.db$/.test(text) ? `--store ${quoted(text)}` : undefined;
}

function longFlags(command: Command): readonly string[] {
  const { options } = command;
  return ['--help', ...options.flatMap(({ long }: Option) => long ?? [])];
}

function namesOf(commands: readonly Command[]): readonly string[] {
  return commands.map((command) => command.name());
}

function fullName(command: Command): string {
  return command.parent ? `${command.parent.name()} ${command.name()}` : command.name();
}

function listed(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
