import type { HttpCase, ServiceOptions, StartedService } from '@location-records/conformance';

/** Cases that cannot be run on a host, or that it cannot pass, with the reason. */
export interface Unreachable {
  /** The reason, as a sentence for readers of the table. */
  readonly reason: string;
  /** Identifiers of cases; a star stands for anything. */
  readonly cases: readonly string[];
  /** What such a case says when it fails; one that fails in another way has another reason. */
  readonly shows: RegExp;
  /** Whether it is a matter of luck: the reason says who races with whom, and the case holds now and then. */
  readonly byLuck?: true;
}

/** What became of each case: `undefined` where it holds, and otherwise what was wrong. */
export type Outcomes = ReadonlyMap<string, string | undefined>;

/** A way on which requests come to the service: a column of the table. */
export interface Host {
  readonly name: string;
  readonly unreachable: readonly Unreachable[];
  /** Runs cases, and tells of each what became of it. */
  run(cases: readonly HttpCase[]): Promise<Outcomes>;
}

/** Starts a service that holds no records. */
export type Start = (options: ServiceOptions) => Promise<StartedService>;
