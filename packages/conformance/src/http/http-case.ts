import type { Service, ServiceOptions } from './service.ts';

/**
 * What a case needs beyond sending a well-formed request and reading the response. A host that cannot give it
 * does not run the case, and says why.
 *
 * - `socket`: a connection of its own, to send and receive exact bytes.
 * - `server`: the rules of a whole server (`Host`, malformed HTTP, CONNECT), not only of a mounted handler.
 * - `empty-store`: a service that holds no records yet.
 * - `faults`: a store whose failures the case orders.
 */
export type HttpNeed = 'socket' | 'server' | 'empty-store' | 'faults';

/** One thing that every location-records service must do. */
export interface HttpCase {
  /** Stable: never reused and never given another meaning. */
  readonly id: string;
  /** What it proves: `SPEC 4.5.1`, `SPEC 7`, or a decision, `D16`. */
  readonly clause: string;
  /** The rule as one sentence. */
  readonly title: string;
  readonly needs: readonly HttpNeed[];
  /** The options the service is to be started with, where they are not the defaults. */
  readonly options?: ServiceOptions;
  /** Resolves when the service keeps the rule; rejects, mostly with a `ContractError`, when it does not. */
  run(service: Service): Promise<void>;
}

/** A case as its file writes it, with no needs unless it names some. */
export function httpCase(
  id: string,
  clause: string,
  title: string,
  run: HttpCase['run'],
  more: Partial<Pick<HttpCase, 'needs' | 'options'>> = {},
): HttpCase {
  return { id, clause, title, needs: [], ...more, run };
}
