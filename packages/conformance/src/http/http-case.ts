import type { Service, ServiceOptions } from './service.ts';

/**
 * What a case needs beyond a well-formed request and its response. A host that cannot provide it leaves the
 * case out, and gives the reason.
 *
 * - `socket`: a connection on which the case sends and receives exact bytes.
 * - `server`: a whole server (`Host`, malformed HTTP, CONNECT) instead of a mounted handler.
 * - `empty-store`: a service without records.
 * - `faults`: a store that the case can make fail.
 */
export type HttpNeed = (typeof httpNeeds)[number];

/** Every {@link HttpNeed}. */
export const httpNeeds = ['socket', 'server', 'empty-store', 'faults'] as const;

/** One rule that every location-records service must keep. */
export interface HttpCase {
  /** Stable: it is never reused, and its meaning never changes. */
  readonly id: string;
  /** The clause that the case proves: `SPEC 4.5.1`, `SPEC 7`, or a decision such as `D16`. */
  readonly clause: string;
  /** The rule as one sentence. */
  readonly title: string;
  /** What the host must provide, or else leave the case out. */
  readonly needs: readonly HttpNeed[];
  /**
   * The ids of cases that must pass first: if one of them fails, this one fails for the same reason. Indirect
   * ones are included.
   */
  readonly presupposes: readonly string[];
  /** The options that the service is started with, if they are not the defaults. */
  readonly options?: ServiceOptions;
  /** Resolves when the service keeps the rule. Otherwise it rejects, usually with a `ContractError`. */
  run(service: Service): Promise<void>;
}

/** Makes a case, without needs, presuppositions and options unless `more` has them. */
export function httpCase(
  id: string,
  clause: string,
  title: string,
  run: HttpCase['run'],
  more: Partial<Pick<HttpCase, 'needs' | 'presupposes' | 'options'>> = {},
): HttpCase {
  return { id, clause, title, needs: [], presupposes: [], ...more, run };
}
