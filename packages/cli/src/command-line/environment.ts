import { isIP } from 'node:net';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { helpHint, UsageError } from '../errors.ts';
import type { Io } from '../io.ts';
import { cannotBe } from '../output/printable-text.ts';
import { meantName } from './meant-name.ts';
import { isRepeated } from './option-values.ts';

const prefix = 'LOCATION_RECORDS_';

/** Variables in wide use, by the option that they set too. */
const commonNames: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST', store: 'STORE_URL' };

/** The variables that were read, by their options. */
const variables = new WeakMap<Option, string>();

/** The variable that sets an option. */
interface Variable {
  readonly option: Option;
  readonly name: string;
  readonly text: string;
}

/** The part of a command's help that lists the environment variables of its options. */
export function environmentHelp(command: Command): string {
  const rows = command.options.map(
    (option) => `  ${(option.long ?? '').padEnd(22)} ${namesOf(option).join(' or ')}`,
  );
  return `
Environment variables, for options that are not given:
${rows.join('\n')}
An option without a value takes true or false; one that may be repeated takes its
values separated by commas. HOST counts only as an IP address or localhost.
`;
}

/**
 * Sets the options of a command that were not given from the environment. An option on the command line takes
 * precedence over its variable, and over the variable of an option that it excludes.
 *
 * @throws {UsageError} that names the variable.
 */
export function readEnvironment(command: Command, env: Io['env']): void {
  const refuse = (message: string): never => {
    throw new UsageError(message, helpHint(command));
  };
  refuseMistypedNames(command.options, env, refuse);
  const given = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const read: Variable[] = [];
  for (const option of command.options) {
    if (given.some((flag) => flag === option || areExclusive(flag, option))) continue;
    const variable = findVariable(option, env);
    const value = variable && parseVariable(variable, refuse);
    if (!variable || value === undefined) continue;
    const rival = read.find((other) => areExclusive(other.option, option));
    if (rival)
      refuse(`The environment variables ${rival.name} and ${variable.name} exclude each other; unset one.`);
    read.push(variable);
    variables.set(option, variable.name);
    command.setOptionValueWithSource(option.attributeName(), value, 'env');
  }
}

/** The name of a flag in a message: its variable, when the value comes from the environment. */
export function nameGiven(command: Command, flag: string): string {
  const option = command.options.find(({ long }) => long === flag);
  const variable = option && variables.get(option);
  return variable === undefined ? flag : `The environment variable ${variable}`;
}

/** The variables of an option, by precedence: `--base-path` has `LOCATION_RECORDS_BASE_PATH`. */
function namesOf(option: Option): readonly string[] {
  const common = commonNames[option.name()];
  return [prefix + option.name().toUpperCase().replaceAll('-', '_'), ...(common ? [common] : [])];
}

function findVariable(option: Option, env: Io['env']): Variable | undefined {
  return namesOf(option)
    .map((name) => ({ option, name, text: env[name] ?? '' }))
    .find(({ name, text }) => text !== '' && !isForeign(name, text));
}

/** Whether another program has set a variable for its own purposes. */
function isForeign(name: string, text: string): boolean {
  // tcsh keeps the name of the machine in HOST, and the compilers of Conda the name of a platform.
  if (name === 'HOST') return isIP(text) === 0 && text !== 'localhost';
  // Kubernetes sets it in containers to the address of a service named location-records.
  return name === `${prefix}PORT` && /^(?:tcp|udp|sctp):\/\//.test(text);
}

/** The value, or `undefined` when the variable means that the option is not given. */
function parseVariable({ option, name, text }: Variable, refuse: (message: string) => never): unknown {
  if (!option.required && /^(?:true|1)$/i.test(text)) return true;
  if (!option.required && /^(?:false|0)$/i.test(text)) return undefined;
  const { parseArg } = option;
  const reject = (value: string, reason: string) =>
    refuse(cannotBe(`The environment variable ${name}`, value, reason));
  if (!option.required && !option.optional) return reject(text, 'It must be true or false.');
  if (!parseArg) return text;
  // An object of JSON is one value.
  const isList = isRepeated(option) && !/^\s*\{/.test(text);
  const texts = isList ? text.split(',').map((value) => value.trim()) : [text];
  return texts.reduce<unknown>((values, value) => {
    try {
      return parseArg(value, values);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      return reject(value, error.message);
    }
  }, undefined);
}

function areExclusive(a: Option, b: Option): boolean {
  return [
    [a, b],
    [b, a],
  ].some(([one, other]) => other !== undefined && conflictsOf(one).includes(other.attributeName()));
}

/** The types of commander do not declare this member. */
function conflictsOf(option: Option | undefined): readonly string[] {
  return (option as unknown as { readonly conflictsWith?: readonly string[] }).conflictsWith ?? [];
}

/** Only a name close to a known one is refused: Kubernetes sets other variables with the same prefix. */
function refuseMistypedNames(
  options: readonly Option[],
  env: Io['env'],
  refuse: (message: string) => never,
): void {
  const known = options.flatMap(namesOf).filter((name) => name.startsWith(prefix));
  for (const name of Object.keys(env)) {
    if (!name.startsWith(prefix) || known.includes(name)) continue;
    const meant = meantName(
      name.slice(prefix.length),
      known.map((one) => one.slice(prefix.length)),
    );
    if (meant) refuse(`Unknown environment variable ${name}. Did you mean ${prefix}${meant}?`);
  }
}
