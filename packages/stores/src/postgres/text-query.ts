import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { PoolClient, QueryArrayConfig, QueryArrayResult, Submittable, Connection as Wire } from 'pg';

/** A statement as it is sent. With values and a name it is prepared. Without values it may be several statements. */
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
  const sent = new TextQuery(query);
  if (!takesSubmittables(client)) {
    return client.query({ ...sent } as QueryArrayConfig<unknown[]>).then(lastResult);
  }
  return new Promise((resolve, reject) => {
    // Tools that trace queries wrap the method, and look for a callback as the last argument.
    const { query: send } = client as { query(sent: TextQuery, callback: Callback): unknown };
    const returned = send.call(client, sent, (error, results) => {
      if (error) reject(error);
      else resolve(lastResult(results));
    });
    if (returned !== sent) Promise.resolve(returned).catch(reject);
  });
}

type Results = Pick<QueryArrayResult, 'rows' | 'rowCount'>;
type Callback = (error: unknown, results?: Results | readonly Results[]) => void;

function lastResult(results: Results | readonly Results[] | undefined): QueryResult {
  const { rows = [], rowCount } = (Array.isArray(results) ? results.at(-1) : results) ?? {};
  return { rows, count: rowCount ?? 0 };
}

/** What the connections of `pg` have, and its types do not declare. */
interface PreparingWire extends Wire {
  /** The text of each statement that is prepared, by its name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
}

/**
 * Whether a client takes queries of other classes. A client that pipelines and a client of `pg-native` do not. A class
 * that overrides `query` may expect a promise, or send a copy.
 */
function takesSubmittables(client: PoolClient): boolean {
  const { connection, pipeline } = client as PoolClient & {
    readonly connection?: PreparingWire;
    readonly pipeline?: boolean;
  };
  return connection?.parsedStatements !== undefined && !pipeline && hasQueryOfPg(client);
}

/** `Client` of `pg` is the first class after the emitter. */
function hasQueryOfPg(client: object): boolean {
  let owner = client;
  while (!Object.hasOwn(owner, 'query')) owner = Object.getPrototypeOf(owner);
  return Object.getPrototypeOf(owner) === EventEmitter.prototype;
}

/**
 * Overrides the parsers of the application. Every column must be text: the application may have asked for
 * binary values.
 */
const types = { getTypeParser: () => String };

/**
 * A query that asks for no description of its rows, since every column is read as text. `pg` asks for one with
 * each query, which takes the server and the client longer than to send a small row. A copy of its fields is a query of
 * the class of `pg`.
 */
class TextQuery implements Submittable {
  /** From these two `pg` learns what the connection has prepared. */
  readonly text: string;
  name: string | undefined;
  readonly values: (string | null)[] | undefined;
  readonly rowMode = 'array';
  readonly types = types;
  /** `pg` sets it to what it was given, or to a function that stops its timer as well. */
  callback: Callback | undefined;
  #rows: (string | null)[][] = [];
  #result: Results = { rows: [], rowCount: 0 };

  constructor({ text, name, values }: Query) {
    this.text = text;
    this.name = name;
    this.values = values?.map(textOf);
  }

  /** "Frontend/Backend Protocol", Extended Query: Parse where it is not prepared, Bind, Execute, Sync. */
  submit(wire: Wire): void {
    if (!this.values) {
      wire.query(this.text);
      return;
    }
    const { parsedStatements } = wire as PreparingWire;
    // The sockets of some runtimes lack these methods.
    const stream: Partial<Pick<Duplex, 'cork' | 'uncork'>> = wire.stream;
    const prepared = this.name === undefined ? undefined : parsedStatements[this.name];
    // Another version of this package may share the connection, and have another text for the name.
    if (prepared !== undefined && prepared !== this.text) this.name = undefined;
    stream.cork?.();
    try {
      // The types of `pg` want the last argument of each, which it ignores.
      if (this.name === undefined || prepared === undefined) {
        wire.parse({ text: this.text, name: this.name ?? '', types: [] }, true);
      }
      wire.bind({ statement: this.name, values: this.values }, true);
      wire.execute(null, true);
      wire.sync();
    } finally {
      stream.uncork?.();
    }
  }

  /** The server describes the rows of a query without values nevertheless. */
  handleRowDescription(): void {}

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  /** The message has the command, and often a number of rows at its end. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#result = { rows: this.#rows, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0) };
    this.#rows = [];
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null, this.#result);
  }

  handleError(error: unknown): void {
    this.callback?.(error);
  }
}

/** The text of a value, which the server reads as a value of any type. */
function textOf(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : `{${value.map(elementOf).join()}}`;
}

/** The manual of PostgreSQL, "Array Input and Output Syntax". */
function elementOf(value: Single): string {
  if (typeof value !== 'string') return String(value);
  // A pattern with a reference to what it found takes too much memory for a long text.
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
