import { isIP } from 'node:net';
import { Command, type Option } from 'commander';

/** Variables in wide use, by their options. */
const commonNames: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST', store: 'STORE_URL' };

/**
 * A command whose options have environment variables, which commander reads when an option is not given:
 * `LOCATION_RECORDS_BASE_PATH` for `--base-path`.
 */
export class ServingCommand extends Command {
  override addOption(option: Option): this {
    const name =
      commonNames[option.name()] ?? `LOCATION_RECORDS_${option.name().toUpperCase().replaceAll('-', '_')}`;
    if (!isUnset(option, name, process.env[name])) option.env(name);
    return super.addOption(option);
  }
}

/**
 * Whether the value of a variable means that its option is not given. For commander, any value sets an
 * option.
 */
function isUnset({ required, optional }: Option, name: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (value === '') return true;
  // tcsh keeps the name of the machine in HOST, and the compilers of Conda the name of a platform.
  if (name === 'HOST') return isIP(value) === 0 && value !== 'localhost';
  return !required && !optional && /^(?:false|0)$/i.test(value);
}
