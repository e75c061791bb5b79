import type { Command } from 'commander';

/** Wrong usage: exit code 2. `message` is one line, and `hint` the next. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** The line that names the help of a command. */
export function helpHint(command: Pick<Command, 'name' | 'parent'>): string {
  const names = command.parent ? `${command.parent.name()} ${command.name()}` : command.name();
  return `Run ${names} --help.`;
}

/** A service does not respond. `message` is one line that says what to do. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: string;
  /** The call that got no response, as a line for a shell. */
  readonly call: string | undefined;
  readonly exitCode: number;

  constructor(code: string, message: string, call?: string, exitCode = 2) {
    super(message);
    this.code = code;
    this.call = call;
    this.exitCode = exitCode;
  }
}

/** A command cannot start: exit code 1. `message` is one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
  readonly code = 'START_FAILED';
}

/** A service refuses a record for good, such as a description beyond its limit, and may take others. */
export class RecordRefusedError extends Error {
  override readonly name = 'RecordRefusedError';
  readonly code = 'RECORD_REFUSED';
}

/** Errors of modules that are loaded only when they are used. */
type LibraryError = 'CopyError' | 'FileError' | 'FormatError' | 'ImportError';

/** Whether it is one of these errors. It goes by the name, because the class may not be loaded. */
export function isLibraryError(
  error: unknown,
  ...names: readonly LibraryError[]
): error is Error & { readonly code: string } {
  return error instanceof Error && (names as readonly string[]).includes(error.name);
}
