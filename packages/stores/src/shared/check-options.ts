import { OptionError } from '@location-records/core';
import { nearestName } from '@location-records/core/adapter-kit';

/** The maximum of milliseconds that a timer can wait. */
export const maxTimeout = 2_147_483_647;

/** What a number counts, for the message, and its bounds. */
interface WholeNumber {
  readonly min: number;
  readonly max: number;
  /** Such as `milliseconds`; without it, just a number. */
  readonly of?: string;
}

/**
 * Checks an option that is a whole number.
 *
 * @throws {OptionError} when it is something else, or beyond the bounds.
 */
export function checkWholeNumber(option: string, value: unknown, { min, max, of }: WholeNumber): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  const what = of === undefined ? 'a whole number' : `a whole number of ${of}`;
  throw new OptionError(option, `${what} from ${min} to ${max}`);
}

/** The parameters that a URL of a store may have, for {@link checkParameters}. */
export interface UrlParameters {
  /** Those that the client acts on, each with the form of its value and the words for it. */
  readonly known: ReadonlyMap<string, ParameterForm>;
  /** Parameters of other clients without an effect here, each with the remedy. */
  readonly ignored?: ReadonlyMap<string, string>;
  /** The options of the store, which are not written into its URL. */
  readonly options: readonly string[];
}

/** What a value must look like. */
export interface ParameterForm {
  readonly pattern: RegExp;
  /** Such as `a number of milliseconds`. */
  readonly words: string;
}

/**
 * Checks the query of a URL. A client would ignore a mistyped name, and records would go elsewhere.
 *
 * @throws {OptionError} when it has a fault. The message shows no value. `cause` is an `OptionError` about the parameter
 * itself, where that is not known.
 */
export function checkParameters(option: string, url: string, parameters: UrlParameters): void {
  if (url.includes('#')) throw new OptionError(option, 'a URL with %23 for #');
  const start = url.indexOf('?');
  if (start === -1) return;
  const query = new URLSearchParams(url.slice(start));
  for (const name of new Set(query.keys())) {
    if (!parameters.known.has(name)) throw unknownParameter(option, name, parameters);
    const problem = valueProblem(name, query.getAll(name), parameters);
    if (problem !== undefined) throw new OptionError(option, problem);
  }
}

function unknownParameter(
  option: string,
  name: string,
  { known, ignored, options }: UrlParameters,
): OptionError {
  const quoted = JSON.stringify(name);
  if (options.includes(name)) {
    return new OptionError(option, `a URL without ${quoted}, which is an option of the store`);
  }
  const remedy = ignored?.get(name);
  if (remedy !== undefined) {
    return new OptionError(option, `a URL without ${quoted}, which has no effect here; ${remedy}`);
  }
  const names = [...options, ...known.keys()];
  const near = nearestName(name, names);
  const hint = near === undefined ? 'leave it out' : `did you mean ${JSON.stringify(near)}?`;
  const problem = `a URL with known parameters only, and ${quoted} is not known (${hint})`;
  return new OptionError(option, problem, { cause: new OptionError(name, { known: names }) });
}

function valueProblem(
  name: string,
  [value, ...more]: string[],
  { known }: UrlParameters,
): string | undefined {
  if (more.length > 0) return `a URL that gives ${JSON.stringify(name)} once`;
  if (value === '') return `a URL in which ${JSON.stringify(name)} has a value`;
  const form = known.get(name) as ParameterForm;
  if (form.pattern.test(value as string)) return undefined;
  return `a URL in which ${JSON.stringify(name)} is ${form.words}`;
}
