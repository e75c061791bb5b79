import type { PoolClient, QueryArrayConfig, QueryArrayResult, Submittable, Connection as Wire } from 'pg';

/**
 * A statement as it is sent. It is prepared when it has a name. Without values it may be several statements.
 */
export interface Query {
  readonly text: string;
  readonly name?: string | undefined;
  readonly values?: readonly Value[] | undefined;
}

type Value = Single | readonly Single[];
type Single = string | number | null;

/** The rows of a result, with text values only, and how many rows the statement touched. */
export interface QueryResult {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly count: number;
}

/** Sends a query and resolves to the result of its last statement. */
export function sendQuery(client: PoolClient, query: Query): Promise<QueryResult> {
  if (!takesSubmittables(client)) return sendDescribed(client, query);
  return new Promise((resolve, reject) => {
    client.query(new TextQuery(query, resolve, reject));
  });
}

/** What the connections of `pg` have, and its types do not declare. */
type PreparingWire = Wire & {
  /** The text of each statement that is prepared, by its name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
};

/** Whether a client takes queries of other classes: those of `pg-native` and those that pipeline do not. */
function takesSubmittables(client: PoolClient): boolean {
  const { connection, pipeline } = client as PoolClient & {
    readonly connection?: PreparingWire;
    readonly pipeline?: boolean;
  };
  return connection?.parsedStatements !== undefined && !pipeline;
}

/**
 * A query that asks for no description of its rows, since every column is read as text. `pg` asks for one with
 * each query, which takes the server and the client longer than to send a small row.
 */
class TextQuery implements Submittable {
  /** From these two `pg` learns what the connection has prepared. */
  readonly text: string;
  name: string | undefined;
  /** `pg` sets it where the application limits the time of queries. It wants to be called in the end. */
  callback: (() => void) | undefined;
  readonly #values: readonly Value[] | undefined;
  readonly #resolve: (result: QueryResult) => void;
  readonly #reject: (error: unknown) => void;
  #rows: (string | null)[][] = [];
  #result: QueryResult = { rows: [], count: 0 };

  constructor(
    { text, name, values }: Query,
    resolve: (result: QueryResult) => void,
    reject: (error: unknown) => void,
  ) {
    this.text = text;
    this.name = name;
    this.#values = values;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** "Frontend/Backend Protocol", Extended Query: Parse where it is not prepared, Bind, Execute, Sync. */
  submit(wire: Wire): void {
    if (!this.#values) {
      wire.query(this.text);
      return;
    }
    const { parsedStatements, stream } = wire as PreparingWire;
    const prepared = this.name === undefined ? undefined : parsedStatements[this.name];
    // Another version of this package may share the connection, and have another text for the name.
    if (prepared !== undefined && prepared !== this.text) this.name = undefined;
    stream.cork();
    if (this.name === undefined || prepared === undefined) {
      wire.parse({ text: this.text, name: this.name ?? '', types: [] }, true);
    }
    wire.bind({ statement: this.name, values: this.#values.map(textOf) }, true);
    wire.execute(null, true);
    wire.sync();
    stream.uncork();
  }

  /** The server describes the rows of a query without values nevertheless. */
  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  /** The message has the command, and often a number of rows at its end. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#result = { rows: this.#rows, count: Number(/\d+$/.exec(text)?.[0] ?? 0) };
    this.#rows = [];
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.#resolve(this.#result);
    this.callback?.();
  }

  handleError(error: unknown): void {
    this.#reject(error);
    this.callback?.();
  }
}

/** A value as the server reads it, whatever its type is. */
function textOf(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : `{${value.map(elementOf).join()}}`;
}

/** The manual of PostgreSQL, "Array Input and Output Syntax". */
function elementOf(value: Single): string {
  return typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value);
}

/**
 * Overrides the parsers of the application. Every column must be text: the application may have asked for
 * binary values.
 */
const types = { getTypeParser: () => String };

/** Sends a query of the class of `pg`. */
async function sendDescribed(client: PoolClient, { text, name, values }: Query): Promise<QueryResult> {
  const config = { text, types, rowMode: 'array' as const, name, values: values && [...values] };
  const results: QueryArrayResult | QueryArrayResult[] = await client.query(
    config as QueryArrayConfig<unknown[]>,
  );
  const { rows = [], rowCount } = (Array.isArray(results) ? results.at(-1) : results) ?? {};
  return { rows, count: rowCount ?? 0 };
}
