import { isIP } from 'node:net';
import type { Command, Option } from 'commander';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables in wide use, by their options. */
const commonNames: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST', store: 'STORE_URL' };

/**
 * Gives each option of a command an environment variable, which commander reads when the option is not given:
 * `LOCATION_RECORDS_BASE_PATH` for `--base-path`.
 */
export function addEnvironmentVariables(command: Command, env: Environment): Command {
  for (const option of command.options) {
    const name =
      commonNames[option.name()] ?? `LOCATION_RECORDS_${option.name().toUpperCase().replaceAll('-', '_')}`;
    if (!isUnset(option, name, env[name])) option.env(name);
  }
  return command;
}

/** Whether the value of a variable means that its option is not given. For commander, any value sets an option. */
function isUnset({ required, optional }: Option, name: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (value === '') return true;
  // tcsh keeps the name of the machine in HOST, and the compilers of Conda the name of a platform.
  if (name === 'HOST') return isIP(value) === 0 && value !== 'localhost';
  return !required && !optional && /^(?:false|0)$/i.test(value);
}
