import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { CheckCommandOptions } from '../commands/check/check-command.ts';
import { createCheckCommand } from '../commands/check/check-command.ts';
import type { CopyCommandOptions } from '../commands/copy/copy-command.ts';
import { createCopyCommand } from '../commands/copy/copy-command.ts';
import type { DiffCommandOptions } from '../commands/diff/diff-command.ts';
import { createDiffCommand } from '../commands/diff/diff-command.ts';
import type { ExportCommandOptions } from '../commands/export/export-command.ts';
import { createExportCommand } from '../commands/export/export-command.ts';
import type { FakeCommandOptions } from '../commands/fake/fake-command.ts';
import { createFakeCommand } from '../commands/fake/fake-command.ts';
import type { FindCommandOptions } from '../commands/find/find-command.ts';
import { createFindCommand } from '../commands/find/find-command.ts';
import type { ImportCommandOptions } from '../commands/import/import-command.ts';
import { createImportCommand } from '../commands/import/import-command.ts';
import type { ServeOptions } from '../commands/serve/serve-command.ts';
import { createServeCommand } from '../commands/serve/serve-command.ts';
import { helpHint, UsageError } from '../errors.ts';
import { maskPasswords } from '../output/passwords.ts';
import { printableLine } from '../output/printable-text.ts';

/** What a command line asks for: a text to show, or a command with its options. */
export type Invocation =
  | { readonly kind: 'show'; readonly text: string }
  /** Without arguments: the help, on stderr. */
  | { readonly kind: 'guide'; readonly text: string }
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'fake'; readonly options: FakeCommandOptions }
  | { readonly kind: 'check'; readonly options: CheckCommandOptions }
  | { readonly kind: 'diff'; readonly options: DiffCommandOptions }
  | { readonly kind: 'copy'; readonly options: CopyCommandOptions }
  | { readonly kind: 'find'; readonly options: FindCommandOptions }
  | { readonly kind: 'import'; readonly options: ImportCommandOptions }
  | { readonly kind: 'export'; readonly options: ExportCommandOptions };

/** Declares every command and option. `act` gets the command that the user asks for, with its options. */
export function createProgram(act: (invocation: Invocation) => void): Command {
  return new Command('location-records')
    .description('A small HTTP service for location records.')
    .usage('<command> [options]')
    .version(manifest.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .addCommand(withHelp(createServeCommand((options) => act({ kind: 'serve', options }))))
    .addCommand(withHelp(createFakeCommand((options) => act({ kind: 'fake', options }))))
    .addCommand(withHelp(createCheckCommand((options) => act({ kind: 'check', options }))))
    .addCommand(withHelp(createDiffCommand((options) => act({ kind: 'diff', options }))))
    .addCommand(withHelp(createCopyCommand((options) => act({ kind: 'copy', options }))))
    .addCommand(withHelp(createFindCommand((options) => act({ kind: 'find', options }))))
    .addCommand(withHelp(createImportCommand((options) => act({ kind: 'import', options }))))
    .addCommand(withHelp(createExportCommand((options) => act({ kind: 'export', options }))))
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      '\nExample:\n  location-records serve --port 8080 --store sqlite:./location-records.db',
    );
}

/**
 * Parses a command line (without the program's own name). It has no side effects.
 *
 * @throws {UsageError} when the command line is invalid.
 */
export function parseCommandLine(argv: readonly string[]): Invocation {
  let text = '';
  let invocation: Invocation | undefined;
  const program = createProgram((asked) => {
    invocation = asked;
  });
  let concerned = program;
  for (const command of [program, ...program.commands]) {
    command
      .configureOutput({ writeOut: (piece) => (text += piece), writeErr: () => {} })
      .exitOverride((error) => {
        concerned = command;
        throw error;
      });
  }
  // Commander treats the first as a mistake, and has no help for the second.
  if (argv.length === 0 || (argv[0] === 'help' && argv[1] === 'help')) {
    program.outputHelp();
    return { kind: argv.length === 0 ? 'guide' : 'show', text };
  }
  try {
    program.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new UsageError(messageOf(error, argv), helpHint(concerned));
  }
  return invocation ?? { kind: 'show', text };
}

function withHelp(command: Command): Command {
  return command.helpOption('-h, --help', 'show this help');
}

/** Commander's message as one line, in which no value shows its password. */
function messageOf({ code, message }: CommanderError, argv: readonly string[]): string {
  // Commander has no message for `help` with an unknown command.
  if (code === 'commander.help') return `unknown command '${printableLine(argv[1] ?? '')}'`;
  const words = argv.map((word) => word.replace(/^--[\w-]+=/, ''));
  const shown = maskPasswords(message, [...words, process.env.STORE_URL ?? '']);
  return printableLine(shown.replace(/^error: /, ''));
}
