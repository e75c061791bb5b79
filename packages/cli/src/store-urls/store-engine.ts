import type { LocationStore, StoreError } from '@location-records/core';

/** How a store is opened. */
export interface StoreOpening {
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Creates what is missing; with `false` the opening rejects instead.
   * @default true
   */
  readonly create?: boolean | undefined;
  /**
   * Opens a store that only has to be read, without the right or the wish to write to it. Nothing is created.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * Opens a store with area queries. An index that is missing is created, unless `create` is `false` or the
   * store is read-only. With `false` the store has none.
   * @default as the store is: PostgreSQL and Redis, and all that are read-only, have area queries where their
   * index exists
   */
  readonly areas?: boolean | undefined;
  /** Called when an index of area queries is missing and is being built, and when it is complete. */
  readonly onIndexing?: ((step: 'begin' | 'end', records: number) => void) | undefined;
  /** Called with a problem that the owner should look into, although no call has failed. */
  readonly onWarning?: ((warning: StoreError) => void) | undefined;
}

/** One kind of store that the command can open. */
export interface StoreEngine {
  /** What people call it. */
  readonly kind: string;
  /** The form of its URL, for help and messages. */
  readonly form: string;
  /**
   * Turns a URL into the address of its store: `rest` follows the colon, `url` is the whole URL. The error of
   * an invalid URL never shows a password.
   */
  parse(rest: string, url: string): string;
  open(address: string, opening: StoreOpening): Promise<LocationStore>;
  /** Whether the file of the store is missing. Without it, only opening can tell. */
  isMissing?(address: string): Promise<boolean>;
  /** Gives the same text for all addresses of one store. Without it, each store has one address. */
  identify?(address: string): Promise<string>;
  /** Describes where the records are, without a password. */
  describe(address: string): string;
}

/** Throws an error with this message unless the condition holds. */
export function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** How the values of parameters of a URL are read. */
const readers = {
  text: (_: string, text: string) => text,
  number(name: string, text: string) {
    demand(/^\d{1,15}$/.test(text), `The parameter "${name}" must be a whole number.`);
    return Number(text);
  },
  boolean(name: string, text: string) {
    demand(text === 'true' || text === 'false', `The parameter "${name}" must be true or false.`);
    return text === 'true';
  },
};

/** The parameters of a store URL that are options of its store, with their types. */
type Kinds = Readonly<Record<string, keyof typeof readers>>;

type Parameters<K extends Kinds> = {
  readonly [Name in keyof K]?: ReturnType<(typeof readers)[K[Name]]>;
};

/**
 * Takes the options of the store out of the query of a URL. The other parameters stay in `clientUrl`: the
 * store refuses parameters that its client does not know.
 *
 * @throws {Error} when a parameter is invalid.
 */
export function splitParameters<const K extends Kinds>(
  url: string,
  kinds: K,
): { readonly clientUrl: string; readonly parameters: Parameters<K> } {
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
  return { clientUrl, parameters: parameters as Parameters<K> };
}
