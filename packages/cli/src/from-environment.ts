import { type Command, InvalidArgumentError } from 'commander';
import type { Io } from './io.ts';

/**
 * What the environment variable `name` says for a flag, or `undefined` where it says nothing: the flag wins over it, and
 * an empty variable is none. A wrong one ends the command as a wrong flag does.
 */
export function fromEnvironment<T>(
  command: Command,
  flag: string,
  env: Io['env'],
  name: string,
  parse: (text: string) => T,
): T | undefined {
  const text = env[name];
  if (!text || command.getOptionValueSource(flag) !== 'default') return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    return command.error(`error: environment variable ${name} '${text}' is invalid. ${error.message}`);
  }
}
