import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { type CheckCommandOptions, createCheckCommand } from '../commands/check/check-command.ts';
import { type CopyCommandOptions, createCopyCommand } from '../commands/copy/copy-command.ts';
import { createDiffCommand, type DiffCommandOptions } from '../commands/diff/diff-command.ts';
import { createExportCommand, type ExportCommandOptions } from '../commands/export/export-command.ts';
import { createFakeCommand, type FakeCommandOptions } from '../commands/fake/fake-command.ts';
import { createFindCommand, type FindCommandOptions } from '../commands/find/find-command.ts';
import { createImportCommand, type ImportCommandOptions } from '../commands/import/import-command.ts';
import { createServeCommand } from '../commands/serve/serve-command.ts';
import type { ServeOptions } from '../commands/serve/serve-options.ts';
import { helpHint, UsageError } from '../errors.ts';
import { maskPasswords } from '../output/passwords.ts';
import { printableLine } from '../output/printable-text.ts';

/** What a command line asks for: a text to show, or a command with its options. */
export type Invocation =
  | { readonly kind: 'show'; readonly text: string }
  /** Without a command: the help, on stderr. */
  | { readonly kind: 'guide'; readonly text: string }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'fake'; readonly options: FakeCommandOptions }
  | { readonly kind: 'check'; readonly options: CheckCommandOptions }
  | { readonly kind: 'diff'; readonly options: DiffCommandOptions }
  | { readonly kind: 'copy'; readonly options: CopyCommandOptions }
  | { readonly kind: 'find'; readonly options: FindCommandOptions }
  | { readonly kind: 'import'; readonly options: ImportCommandOptions }
  | { readonly kind: 'export'; readonly options: ExportCommandOptions };

/** Declares every command. `act` gets the command that the user asks for, with its options. */
export function createProgram(act: (invocation: Invocation) => void): Command {
  const program = new Command('location-records')
    .description('A small HTTP service for location records.')
    .usage('<command> [options]')
    .version(manifest.version, '-V, --version', 'show the version')
    .addCommand(createServeCommand((options) => act({ kind: 'serve', options })))
    .addCommand(createFakeCommand((options) => act({ kind: 'fake', options })))
    .addCommand(createCheckCommand((options) => act({ kind: 'check', options })))
    .addCommand(createDiffCommand((options) => act({ kind: 'diff', options })))
    .addCommand(createCopyCommand((options) => act({ kind: 'copy', options })))
    .addCommand(createFindCommand((options) => act({ kind: 'find', options })))
    .addCommand(createImportCommand((options) => act({ kind: 'import', options })))
    .addCommand(createExportCommand((options) => act({ kind: 'export', options })))
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      '\nExample:\n  location-records serve --port 8080 --store sqlite:./location-records.db',
    );
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'show this help').showHelpAfterError(helpHint(command));
  }
  return program;
}

/**
 * Parses a command line (without the program's own name). It has no side effects.
 *
 * @throws {UsageError} when the command line is invalid.
 */
export function parseCommandLine(argv: readonly string[]): Invocation {
  let invocation: Invocation | undefined;
  let [shown, mistake, help] = ['', '', ''];
  const program = createProgram((asked) => {
    invocation = asked;
  });
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => (shown += text),
      outputError: (text) => (mistake += text),
      // What follows a mistake, or the help if there is no command.
      writeErr: (text) => (help += text),
    });
  }
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && mistake === '') return { kind: 'guide', text: help };
    if (error.exitCode !== 0) throw new UsageError(withoutPasswords(mistake, argv), help.trim());
  }
  return invocation ?? { kind: 'show', text: shown };
}

/** Commander's message as one line, in which no value shows its password. */
function withoutPasswords(message: string, argv: readonly string[]): string {
  const values = argv.map((word) => word.replace(/^--[\w-]+=/, ''));
  const masked = maskPasswords(message, [...values, process.env.STORE_URL ?? '']);
  return printableLine(masked.replace('error: ', ''));
}
