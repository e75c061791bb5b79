import type { ServerSettings } from '../shared/server-process.ts';

/** How the parts are measured. */
export interface Settings {
  /** Each work is measured with each of these numbers of connections. */
  readonly connections: readonly number[];
  /** How often the servers take turns. */
  readonly rounds: number;
  /**
   * The requests of each work that a new process gets first, as fast as it responds: until its code is compiled, a
   * request costs several percent more.
   */
  readonly warmUp: number;
  /** How often each server is started: two processes that run the same code differ by several percent. */
  readonly generations: number;
  /** Requests per second, of all connections together. */
  readonly rate: number;
  /** How long a contestant is measured in each round: a server at the fixed rate, and half as long at the highest one. */
  readonly sliceMs: number;
  /**
   * The turns of each server in a round. Other work on a machine often goes on for a second, so that it disturbs the servers
   * alike where their turns are shorter.
   */
  readonly turns: number;
  /** The records of the mix, of the longest list, of the area queries and of the largest stores. */
  readonly records: number;
  /** Whether this is the short form. */
  readonly isShort: boolean;
  /** Whether SQLite is measured with ten million records, too. */
  readonly tenMillion: boolean;
  /** How the servers are started. */
  readonly server: ServerSettings;
  /** Whether the servers need an engine that runs on the client's CPU. Latencies then say how these two share it. */
  readonly isEngineBesideClient?: boolean;
}
