import type { HttpCase, HttpNeed } from './http-case.ts';
import type { Service, ServiceOptions } from './service.ts';

/** A service that a host started for the contract. */
export interface StartedService {
  /** The service that the cases call. */
  readonly service: Service;
  /** Stops the service and removes its records. */
  readonly close?: () => Promise<void>;
}

/** What the contract runs on: it starts services, and names the needs and cases that it cannot provide. */
export interface HttpContractHost {
  /** Starts a service without records. */
  readonly start: (options: ServiceOptions) => Promise<StartedService>;
  /**
   * The needs that the host cannot provide, each with the reason.
   * @default none
   */
  readonly unmetNeeds?: Partial<Record<HttpNeed, string>>;
  /**
   * Single cases to leave out, by id, each with the reason.
   * @default none
   */
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** The two functions of a test runner that `registerHttpContract` calls. */
export interface TestRunner {
  /** Registers one test: `it` or `test`. */
  readonly it: (name: string, run: () => Promise<void>) => void;
  /** Registers a function to call after all tests: `afterAll` or `after`. */
  readonly afterAll: (run: () => Promise<void>) => void;
}

/** A case that is not run, and the reason. */
export interface LeftOutCase {
  /** The id of the case. */
  readonly id: string;
  /** Why the host cannot run it. */
  readonly reason: string;
}

/**
 * Sorts cases into those that a host runs and those that it leaves out.
 *
 * @throws {Error} when `exceptions` names an unknown case, or a case that is left out because of its needs.
 */
export function selectHttpCases(
  cases: readonly HttpCase[],
  { unmetNeeds = {}, exceptions = {} }: Pick<HttpContractHost, 'unmetNeeds' | 'exceptions'>,
): { readonly selected: readonly HttpCase[]; readonly leftOut: readonly LeftOutCase[] } {
  const selected: HttpCase[] = [];
  const leftOut: LeftOutCase[] = [];
  const unused = new Set(Object.keys(exceptions));
  for (const httpCase of cases) {
    const missing = httpCase.needs.find((need) => unmetNeeds[need] !== undefined);
    const reason = missing ? unmetNeeds[missing] : exceptions[httpCase.id];
    if (!missing) unused.delete(httpCase.id);
    if (reason === undefined) selected.push(httpCase);
    else leftOut.push({ id: httpCase.id, reason });
  }
  if (unused.size > 0) throw new Error(`Exceptions that match no case: ${[...unused].join(', ')}`);
  return { selected, leftOut };
}

/**
 * Registers one test for each case with a test runner. Cases with the same options share a service. A case that needs
 * an empty store or faults has a service of its own.
 *
 * @returns the cases that are left out.
 */
export function registerHttpContract(
  cases: readonly HttpCase[],
  { it, afterAll, ...host }: HttpContractHost & TestRunner,
): readonly LeftOutCase[] {
  const { selected, leftOut } = selectHttpCases(cases, host);
  const shared = new Map<string, Promise<StartedService>>();

  function startShared(options: ServiceOptions): Promise<StartedService> {
    const key = JSON.stringify(options);
    const started = shared.get(key) ?? host.start(options);
    shared.set(key, started);
    return started;
  }

  for (const httpCase of selected) {
    const { id, title, needs, options = {} } = httpCase;
    const isOwn = needs.includes('empty-store') || needs.includes('faults');
    it(`${id}: ${title}`, async () => {
      const { service, close } = isOwn ? await host.start(options) : await startShared(options);
      try {
        await httpCase.run(service);
      } finally {
        if (isOwn) await close?.();
      }
    });
  }
  afterAll(async () => {
    for (const started of shared.values()) await (await started).close?.();
  });
  return leftOut;
}
