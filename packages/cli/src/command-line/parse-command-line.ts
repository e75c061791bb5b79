import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { createBackupCommand } from '../commands/backup/backup-command.ts';
import { createCheckCommand } from '../commands/check/check-command.ts';
import { createCheckStoreCommand } from '../commands/check-store/check-store-command.ts';
import { createCopyCommand } from '../commands/copy/copy-command.ts';
import { createDiffCommand } from '../commands/diff/diff-command.ts';
import { createExportCommand } from '../commands/export/export-command.ts';
import { createFakeCommand } from '../commands/fake/fake-command.ts';
import { createFindCommand } from '../commands/find/find-command.ts';
import { createImportCommand } from '../commands/import/import-command.ts';
import { createPingCommand } from '../commands/ping/ping-command.ts';
import { createRestoreCommand } from '../commands/restore/restore-command.ts';
import { serve } from '../commands/serve/serve.ts';
import { createServeCommand } from '../commands/serve/serve-command.ts';
import { createTokenCommand } from '../commands/token/token-command.ts';
import { helpHint, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { JsonReport } from '../output/json-report.ts';
import { maskPasswords } from '../output/passwords.ts';
import { printableLine } from '../output/printable-text.ts';

/**
 * Runs a command whose options are known, with its command line as it was given. Resolves to its exit code.
 */
type Run = (io: Io, report: JsonReport, program: string, argv: readonly string[]) => Promise<number>;

/** Declares every command, in the order of the help. `choose` gets the one that the user asks for. */
export function createProgram(choose: (run: Run) => void): Command {
  const program = new Command('location-records')
    .description('A small HTTP service for location records.')
    .usage('<command> [options]')
    .version(manifest.version, '-V, --version', 'show the version')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', '\nExample:\n  location-records serve --port 8080 --store sqlite:./places.db');
  const commands = [
    createServeCommand((options) => choose((io, _, file) => serve(options, io, file))),
    // Loaded only when they are used: `serve` needs neither the fake nor the contract.
    createFakeCommand((options) =>
      choose(async (io) => (await import('../commands/fake/fake.ts')).fake(options, io)),
    ),
    createPingCommand((options) =>
      choose(async (io) => (await import('../commands/ping/ping.ts')).ping(options, io)),
    ),
    createCheckCommand((options) =>
      choose(async (io, report) => (await import('../commands/check/check.ts')).check(options, io, report)),
    ),
    createDiffCommand((options) =>
      choose(async (io, report) => (await import('../commands/diff/diff.ts')).diff(options, io, report)),
    ),
    createCopyCommand((options) =>
      choose(async (io, report) => (await import('../commands/copy/copy.ts')).copy(options, io, report)),
    ),
    createFindCommand((options) =>
      choose(async (io) => (await import('../commands/find/find.ts')).find(options, io)),
    ),
    createImportCommand((options) =>
      choose(async (io, report, _, argv) =>
        (await import('../commands/import/import.ts')).importFile(options, io, report, argv),
      ),
    ),
    createExportCommand((options) =>
      choose(async (io, report) =>
        (await import('../commands/export/export.ts')).exportFile(options, io, report),
      ),
    ),
    createTokenCommand((options) =>
      choose(async (io) => (await import('../commands/token/token.ts')).createToken(options, io)),
    ),
    createBackupCommand((options) =>
      choose(async (io, report) =>
        (await import('../commands/backup/backup.ts')).backup(options, io, report),
      ),
    ),
    createRestoreCommand((options) =>
      choose(async (io, report) =>
        (await import('../commands/restore/restore.ts')).restore(options, io, report),
      ),
    ),
    createCheckStoreCommand((options) =>
      choose(async (io, report) =>
        (await import('../commands/check-store/check-store.ts')).checkStore(options, io, report),
      ),
    ),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...commands]) {
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
