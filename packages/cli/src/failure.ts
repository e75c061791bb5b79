import { isStoreError } from '@location-records/core';
import { CommandError, isFileOrFormatError } from './errors.ts';
import { describeError, withFlags } from './output/describe-error.ts';
import { maskUrls } from './output/passwords.ts';
import { printableLine } from './output/printable-text.ts';

/** The message and the exit code of a command that failed. */
export interface Failure extends Pick<CommandError, 'code' | 'exitCode' | 'message'> {
  readonly hint?: string | undefined;
  readonly commands?: readonly string[] | undefined;
  readonly call?: string | undefined;
}

/** Turns the error that ended a command into its message, one line without passwords, and its exit code. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CommandError || isFileOrFormatError(error) || isStoreError(error)) {
    const { exitCode = 1, hint, commands, call } = error as Partial<CommandError>;
    const message = withFlags(maskUrls(printableLine(error.message)));
    return { code: error.code, exitCode, message, hint, commands, call };
  }
  return { exitCode: 1, code: 'UNEXPECTED', message: `Unexpected failure: ${describeError(error)}` };
}
