import { parseArgs } from 'node:util';

/** A flag of a campaign, by the form of its value. */
export type Flag =
  | { readonly type: 'boolean' | 'string' }
  /** A whole number, by default without an upper bound. */
  | { readonly type: 'number'; readonly min: number; readonly max?: number }
  /** One of these names, as it is written here. */
  | { readonly type: 'choice'; readonly of: readonly string[] };

/** The value that a flag has when it is given. */
export type FlagValue<F extends Flag> = F extends { readonly type: 'boolean' }
  ? boolean
  : F extends { readonly type: 'number' }
    ? number
    : F extends { readonly type: 'choice'; readonly of: readonly (infer Name)[] }
      ? Name
      : string;

/** The flags of a command line by their names; `undefined` where one is not given. */
export type FlagValues<Flags extends Readonly<Record<string, Flag>>> = {
  readonly [Name in keyof Flags]?: FlagValue<Flags[Name]> | undefined;
};

const commonFlags = {
  /** A smaller form that takes seconds. */
  short: { type: 'boolean' },
  /** Missed targets are failures; in the short form they never are. */
  strict: { type: 'boolean' },
  /** Measures what is built already. */
  'no-build': { type: 'boolean' },
} as const;

/** Parses the command line of a campaign: the flags of every campaign, and its `own`, as {@link readOwnFlags} does. */
export function readFlags<const Own extends Readonly<Record<string, Flag>>>(
  own: Own,
): FlagValues<typeof commonFlags & Own> {
  return readOwnFlags({ ...commonFlags, ...own });
}

/** Parses a command line with these flags alone. A wrong one ends the process with one line and exit code 2. */
export function readOwnFlags<const Flags extends Readonly<Record<string, Flag>>>(
  flags: Flags,
): FlagValues<Flags> {
  const texts = parseTexts(flags);
  const values = Object.entries(texts).map(([name, given]) => [name, checkedValue(name, given, flags[name])]);
  return Object.fromEntries(values) as FlagValues<Flags>;
}

/**
 * The items that have the value of a flag in their names; all of them where the flag is not given. When there is none,
 * it ends the process as {@link readOwnFlags} does.
 */
export function itemsNamed<Item extends { readonly name: string }>(
  flag: string,
  part: string | undefined,
  items: readonly Item[],
): readonly Item[] {
  const found = items.filter(({ name }) => name.includes(part ?? ''));
  if (part === undefined || found.length > 0) return found;
  return refuse(flag, `a part of ${listed(items.map(({ name }) => name))}`, part);
}

function parseTexts(flags: Readonly<Record<string, Flag>>) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type }]) => {
      return [name, { type: type === 'boolean' ? type : 'string' }] as const;
    }),
  );
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    return endWith(message.replace(/\s+/g, ' ').replace(/\.?$/, '.'));
  }
}

function checkedValue(name: string, given: unknown, flag: Flag | undefined): unknown {
  if (flag?.type === 'number') return numberOf(name, String(given), flag);
  if (flag?.type !== 'choice' || flag.of.includes(String(given))) return given;
  return refuse(name, `one of ${listed(flag.of)}`, String(given));
}

function numberOf(name: string, text: string, { min, max }: Flag & { readonly type: 'number' }): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= (max ?? Infinity)) return number;
  return refuse(name, `a whole number from ${min}${max === undefined ? '' : ` to ${max}`}`, text);
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ');
}

function refuse(name: string, expected: string, given: string): never {
  return endWith(`--${name} must be ${expected}; it is ${JSON.stringify(given)}.`);
}

function endWith(message: string): never {
  process.stderr.write(`${message} The README lists the flags.\n`);
  process.exit(2);
}
