import { demand } from './store-engine.ts';

interface ParameterTypes {
  readonly text: string;
  readonly number: number;
  readonly boolean: boolean;
}

/** The parameters of a store URL that are options of its store, with their types. */
type ParameterKinds = Readonly<Record<string, keyof ParameterTypes>>;

/** The given options, by name. */
type Parameters<Kinds extends ParameterKinds> = {
  readonly [Name in keyof Kinds]?: ParameterTypes[Kinds[Name]];
};

/**
 * Takes the options of the store out of the query of a URL. The other parameters stay in `clientUrl`: the store refuses
 * parameters that its client does not know.
 *
 * @throws {Error} when a parameter is invalid.
 */
export function splitParameters<const Kinds extends ParameterKinds>(
  url: string,
  kinds: Kinds,
): { readonly clientUrl: string; readonly parameters: Parameters<Kinds> } {
  const start = url.indexOf('?');
  if (start === -1) return { clientUrl: url, parameters: {} };
  const query = new URLSearchParams(url.slice(start));
  const parameters: Record<string, string | number | boolean> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const [value, ...more] = query.getAll(name);
    if (value === undefined) continue;
    demand(more.length === 0, `The parameter "${name}" is given more than once.`);
    demand(value !== '', `The parameter "${name}" has no value.`);
    parameters[name] = readers[kind](name, value);
    query.delete(name);
  }
  const clientUrl = url.slice(0, start) + (query.size > 0 ? `?${query}` : '');
  return { clientUrl, parameters: parameters as Parameters<Kinds> };
}

const readers: {
  readonly [Kind in keyof ParameterTypes]: (name: string, text: string) => ParameterTypes[Kind];
} = {
  text: (_, text) => text,
  number: wholeNumber,
  boolean: trueOrFalse,
};

function trueOrFalse(name: string, text: string): boolean {
  demand(text === 'true' || text === 'false', `The parameter "${name}" must be true or false.`);
  return text === 'true';
}

function wholeNumber(name: string, text: string): number {
  demand(/^\d{1,15}$/.test(text), `The parameter "${name}" must be a whole number.`);
  return Number(text);
}
