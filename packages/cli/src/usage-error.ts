import type { Command } from 'commander';

/** The command was not used as its help says: exit code 2. `message` is one line, and `hint` the next. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Where the help of a command is. */
export function helpHint(command: Pick<Command, 'name' | 'parent'>): string {
  const names = command.parent ? `${command.parent.name()} ${command.name()}` : command.name();
  return `Run ${names} --help.`;
}
