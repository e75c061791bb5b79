import type { ServerSettings } from '../shared/server-process.ts';

/** How the parts are measured. */
export interface Settings {
  /** Each work is measured with each of these numbers of connections. */
  readonly connections: readonly number[];
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
  /** How long a server is measured at the fixed rate in each round. At the highest rate it is half of that. */
  readonly sliceMs: number;
  /**
   * In how many turns the servers share a round: other work on a machine often goes on for a second, and so disturbs all of
   * them alike where their turns are shorter. Each turn gives a ratio.
   */
  readonly turns: number;
  /** The records of the mix, of the longest list and of the largest stores. */
  readonly records: number;
  /** Whether this is the short form. */
  readonly isShort: boolean;
  /** Whether SQLite is measured with ten million records, too. */
  readonly tenMillion: boolean;
  readonly server: ServerSettings;
  /** Whether the servers need an engine that runs on the client's CPU. Latencies then say how these two share it. */
  readonly isEngineBesideClient?: boolean;
}
