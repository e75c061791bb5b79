import type { Command } from 'commander';

/** Ends a command. `message` is one line that says what is wrong and what to do, without passwords. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** For programs, such as `COPY_REFUSED`. */
  readonly code: string;
  readonly exitCode: number;
  /** What follows the message: a line or more. */
  readonly hint: string | undefined;
  /** Command lines of which one may succeed. */
  readonly commands: readonly string[] | undefined;
  /** The call that got no response, as a line for a shell. */
  readonly call: string | undefined;

  constructor(code: string, message: string, options: CommandErrorOptions = {}) {
    const { exitCode = 1, hint, commands, call, cause } = options;
    super(message, { cause });
    this.code = code;
    this.exitCode = exitCode;
    this.hint = hint;
    this.commands = commands;
    this.call = call;
  }
}

interface CommandErrorOptions extends ErrorOptions {
  /** @default 1 */
  readonly exitCode?: number;
  readonly hint?: string | undefined;
  readonly commands?: readonly string[] | undefined;
  readonly call?: string | undefined;
}

/** Wrong usage: exit code 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';

  constructor(message: string, hint: string) {
    super('USAGE', message, { exitCode: 2, hint });
  }
}

/** A command cannot start: exit code 1. */
export class StartError extends CommandError {
  override readonly name = 'StartError';

  constructor(message: string, options?: ErrorOptions) {
    super('START_FAILED', message, options);
  }
}

/** A service refuses a record for good, such as a description beyond its limit, and may accept others. */
export class RecordRefusedError extends Error {
  override readonly name = 'RecordRefusedError';
  readonly code = 'RECORD_REFUSED';
}

/** Returns the line that names the help of a command. */
export function helpHint(command: Pick<Command, 'name' | 'parent'>): string {
  const names = command.parent ? `${command.parent.name()} ${command.name()}` : command.name();
  return `Run ${names} --help.`;
}

/** Whether an error is of the package of formats, whose classes are loaded only when they are used. */
export function isFileOrFormatError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && (error.name === 'FileError' || error.name === 'FormatError');
}
