import type { HttpCase, ServiceOptions, StartedService } from '@location-records/conformance';

/** Cases that cannot be run on a host, or that it cannot pass, with the reason. */
export interface Unreachable {
  /** The reason, as a sentence for readers of the table. */
  readonly reason: string;
  /** Identifiers of cases, in which `*` stands for any text. */
  readonly cases: readonly string[];
  /** The message of such a case when it fails. A case that fails in another way has another reason. */
  readonly shows: RegExp;
  /** Whether the outcome is a race. The reason names its two sides, and the case passes at times. */
  readonly byLuck?: true;
}

/** The outcome of each case: `undefined` where it passes, and otherwise the message of its failure. */
export type Outcomes = ReadonlyMap<string, string | undefined>;

/** A way on which requests come to the service: a column of the table. */
export interface Host {
  readonly name: string;
  readonly unreachable: readonly Unreachable[];
  /** Runs cases, and resolves to their outcomes. */
  run(cases: readonly HttpCase[]): Promise<Outcomes>;
}

/** Starts a service that holds no records. */
export type Start = (options: ServiceOptions) => Promise<StartedService>;
