import { OptionError } from './option-error.ts';

/** A default for each option that may be left out, and `undefined` for each that may not. */
export type OptionDefaults<Options extends object> = {
  readonly [Name in keyof Options]-?: undefined extends Options[Name]
    ? Exclude<Options[Name], undefined>
    : undefined;
};

/** Options with a value for each name. */
export type CompleteOptions<Options extends object> = {
  readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined>;
};

/**
 * Options with their defaults in place, for whoever takes options as the service does: `undefined` is as good as
 * left out. The names of `defaults` are all that there are; values are not checked, not even whether there is one
 * for an option that has no default.
 *
 * @throws {OptionError} when `options` is no object, or has a name that is not known: a slip such as
 * `strictCordinates` would otherwise change nothing, and nobody would notice.
 *
 * @example
 * const { idleTimeout } = completeOptions<{ idleTimeout?: number }>(options, { idleTimeout: 120_000 });
 */
export function completeOptions<Options extends object>(
  options: Options | undefined,
  defaults: OptionDefaults<Options>,
): CompleteOptions<Options> {
  const given: unknown = options === undefined ? {} : options;
  if (typeof given !== 'object' || given === null) throw new OptionError('options', 'an object');
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(defaults, name)) {
      throw new OptionError(name, `left out: there are only ${Object.keys(defaults).join(', ')}`);
    }
  }
  const complete: Record<string, unknown> = { ...defaults };
  for (const name of Object.keys(defaults)) {
    const value = (given as Record<string, unknown>)[name];
    if (value !== undefined) complete[name] = value;
  }
  return complete as CompleteOptions<Options>;
}
