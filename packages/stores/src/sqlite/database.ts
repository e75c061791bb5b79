/** What can be bound to a parameter of a statement. */
export type BoundValue = string | number | Uint8Array | null;

/** A prepared statement of `node:sqlite`, as far as it is used. */
export interface StatementSync {
  run(...values: BoundValue[]): { readonly changes: number | bigint };
  get(...values: BoundValue[]): unknown;
  iterate(...values: BoundValue[]): Iterable<unknown>;
}

/** A connection of `node:sqlite`, as far as it is used. */
export interface DatabaseSync {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}
