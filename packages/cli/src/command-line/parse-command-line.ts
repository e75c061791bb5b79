import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { createCheckCommand } from '../commands/check/check-command.ts';
import { createCopyCommand } from '../commands/copy/copy-command.ts';
import { createDiffCommand } from '../commands/diff/diff-command.ts';
import { createExportCommand } from '../commands/export/export-command.ts';
import { createFakeCommand } from '../commands/fake/fake-command.ts';
import { createFindCommand } from '../commands/find/find-command.ts';
import { createImportCommand } from '../commands/import/import-command.ts';
import { createServeCommand } from '../commands/serve/serve-command.ts';
import { helpHint, UsageError } from '../errors.ts';
import type { Choose, Run } from '../io.ts';
import { maskPasswords } from '../output/passwords.ts';
import { printableLine } from '../output/printable-text.ts';

/** In the order of the help. */
const commands = [
  createServeCommand,
  createFakeCommand,
  createCheckCommand,
  createDiffCommand,
  createCopyCommand,
  createFindCommand,
  createImportCommand,
  createExportCommand,
];

/** Declares every command. `choose` gets the one that the user asks for. */
export function createProgram(choose: Choose): Command {
  const program = new Command('location-records')
    .description('A small HTTP service for location records.')
    .usage('<command> [options]')
    .version(manifest.version, '-V, --version', 'show the version')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', '\nExample:\n  location-records serve --port 8080 --store sqlite:./places.db');
  for (const create of commands) program.addCommand(create(choose));
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'show this help').showHelpAfterError(helpHint(command));
  }
  return program;
}

/** What a command line asks for: a command, or a text, which goes to stderr if its exit code is not 0. */
type Invocation = { readonly run: Run } | { readonly text: string; readonly exitCode: number };

/**
 * Parses a command line (without the program's own name). It has no side effects.
 *
 * @throws {UsageError} when the command line is invalid.
 */
export function parseCommandLine(argv: readonly string[]): Invocation {
  let chosen: Run | undefined;
  let [shown, mistake, help] = ['', '', ''];
  const program = createProgram((run) => {
    chosen = run;
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
    if (error.exitCode !== 0 && mistake === '') return { text: help, exitCode: 2 };
    if (error.exitCode !== 0) throw new UsageError(withoutPasswords(mistake, argv), help.trim());
  }
  return chosen ? { run: chosen } : { text: shown, exitCode: 0 };
}

/** Commander's message as one line, in which no value shows its password. */
function withoutPasswords(message: string, argv: readonly string[]): string {
  const values = argv.map((word) => word.replace(/^--[\w-]+=/, ''));
  const masked = maskPasswords(message, [...values, process.env.STORE_URL ?? '']);
  return printableLine(masked.replace('error: ', ''));
}
