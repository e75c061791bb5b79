import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkCases } from '../check-arguments.ts';
import { settleAll } from '../settle-all.ts';
import { type HttpCase, type HttpNeed, httpNeeds } from './http-case.ts';
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
 * @throws {InvalidArgumentError} when `cases` is not an array of cases.
 * @throws {OptionError} when a member of `unmetNeeds` is not a need, or `exceptions` has an unknown case or
 * one that is left out because of its needs.
 */
export function selectHttpCases(
  cases: readonly HttpCase[],
  host: Pick<HttpContractHost, 'unmetNeeds' | 'exceptions'>,
): { readonly selected: readonly HttpCase[]; readonly leftOut: readonly LeftOutCase[] } {
  checkCases(cases);
  if (typeof host !== 'object' || host === null) throw new InvalidArgumentError('host', 'an object');
  const { unmetNeeds = {}, exceptions = {} } = host;
  checkReasons('unmetNeeds', unmetNeeds, 'a need');
  checkReasons('exceptions', exceptions, 'an id');
  const unknown = Object.keys(unmetNeeds).find((need) => !httpNeeds.includes(need as HttpNeed));
  if (unknown !== undefined) throw new OptionError(unknown, { known: httpNeeds });
  const withoutNeeds = cases.findIndex(({ needs }) => !Array.isArray(needs));
  if (withoutNeeds !== -1)
    throw new InvalidArgumentError(`cases[${withoutNeeds}].needs`, 'an array of needs');
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
  if (unused.size > 0) {
    throw new OptionError(
      'exceptions',
      `about cases that would run; these match no case: ${[...unused].join(', ')}`,
    );
  }
  return { selected, leftOut };
}

function checkReasons(option: string, reasons: unknown, key: string): void {
  const isObject = typeof reasons === 'object' && reasons !== null;
  if (isObject && Object.values(reasons).every((reason) => typeof reason === 'string')) return;
  throw new OptionError(option, `an object with the reason for each, by ${key}`);
}

const names = ['it', 'afterAll', 'start', 'unmetNeeds', 'exceptions'] as const;

/**
 * Registers one test for each case with a test runner. Cases with the same options share a service. A case
 * that needs an empty store or faults has its own service.
 *
 * @returns the cases that are left out.
 * @throws {InvalidArgumentError} when `cases` is not an array of cases.
 * @throws {OptionError} when an option is unknown or not valid, as `selectHttpCases` says.
 */
export function registerHttpContract(
  cases: readonly HttpCase[],
  options: HttpContractHost & TestRunner,
): readonly LeftOutCase[] {
  const { it, afterAll, ...host } = checkOptionNames(options, names);
  // Without one of them, it is not of the type.
  checkOptionTypes('function', { it: it ?? null, afterAll: afterAll ?? null, start: host.start ?? null });
  const { selected, leftOut } = selectHttpCases(cases, host);
  const shared = new Map<string, Promise<StartedService>>();

  function startShared(wanted: ServiceOptions): Promise<StartedService> {
    const key = JSON.stringify(wanted);
    const started = shared.get(key) ?? host.start(wanted);
    shared.set(key, started);
    return started;
  }

  for (const httpCase of selected) {
    const { id, title, needs, options: wanted = {} } = httpCase;
    const isOwn = needs.includes('empty-store') || needs.includes('faults');
    it(`${id}: ${title}`, async () => {
      const { service, close } = isOwn ? await host.start(wanted) : await startShared(wanted);
      try {
        await httpCase.run(service);
      } finally {
        if (isOwn) await close?.();
      }
    });
  }
  afterAll(async () => {
    await settleAll([...shared.values()].map(async (started) => (await started).close?.()));
  });
  return leftOut;
}
