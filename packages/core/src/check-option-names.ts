import { OptionError } from './errors.ts';

/** A compile error where a name of the options is missing in the list of names. */
type NoneLeftOut<Options, Name> = [keyof Options] extends [Name]
  ? unknown
  : { readonly missing: Exclude<keyof Options, Name> };

/**
 * Checks the names of options, and returns the options, or an empty object where there are none. Values are not
 * checked. The compiler demands that `names` lists all options of the type.
 *
 * @throws {OptionError} when `options` is not an object, or has a name that is not in the list: a slip such as
 * `strictCordinates` would otherwise have no effect, and go unnoticed.
 *
 * @example
 * const { idleTimeout = 120_000 } = checkOptionNames(options, ['idleTimeout']);
 */
export function checkOptionNames<Options extends object, const Name extends keyof Options & string>(
  options: Options | undefined,
  names: readonly Name[] & NoneLeftOut<Options, Name>,
): Options {
  const given: unknown = options === undefined ? {} : options;
  if (typeof given !== 'object' || given === null) throw new OptionError('options', 'an object');
  const known: readonly string[] = names;
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new OptionError(unknown, { known });
  return given as Options;
}
