import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkCases } from '../check-arguments.ts';
import { type HttpCase, type HttpNeed, httpNeeds } from './http-case.ts';
import type { Service, ServiceOptions } from './service.ts';

/** A service that a host started for the contract. */
export interface StartedService {
  readonly service: Service;
  /** Stops the service and removes its records. */
  readonly close?: () => Promise<void>;
}

/** A place to run the contract, with the needs and cases that it cannot provide. */
export interface HttpContractHost {
  /** Starts a service without records. */
  readonly start: (options: ServiceOptions) => Promise<StartedService>;
  /** The needs that the host cannot provide, each with the reason. */
  readonly cannot?: Partial<Record<HttpNeed, string>>;
  /** Single cases to leave out, by id, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

/** The two functions of a test runner that `registerHttpContract` calls. */
export interface TestRunner {
  readonly it: (name: string, run: () => Promise<void>) => void;
  readonly afterAll: (run: () => Promise<void>) => void;
}

/** A case that is not run, and the reason. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

/**
 * Sorts cases into those that a host runs and those that it leaves out.
 *
 * @throws {InvalidArgumentError} when `cases` is not an array of cases.
 * @throws {OptionError} when `cannot` has an unknown need, or `except` an unknown case or one that is left out because
 * of its needs.
 */
export function selectHttpCases(
  cases: readonly HttpCase[],
  host: Pick<HttpContractHost, 'cannot' | 'except'>,
): { readonly selected: readonly HttpCase[]; readonly leftOut: readonly LeftOut[] } {
  checkCases(cases);
  if (typeof host !== 'object' || host === null) throw new InvalidArgumentError('host', 'an object');
  const { cannot = {}, except = {} } = host;
  checkReasons('cannot', cannot, 'a need');
  checkReasons('except', except, 'an id');
  const unknown = Object.keys(cannot).find((need) => !httpNeeds.includes(need as HttpNeed));
  if (unknown !== undefined) {
    throw new OptionError('cannot', `about these needs: ${httpNeeds.join(', ')}; "${unknown}" is not one`);
  }
  const selected: HttpCase[] = [];
  const leftOut: LeftOut[] = [];
  const unused = new Set(Object.keys(except));
  for (const httpCase of cases) {
    const missing = httpCase.needs.find((need) => cannot[need] !== undefined);
    const reason = missing ? cannot[missing] : except[httpCase.id];
    if (!missing) unused.delete(httpCase.id);
    if (reason === undefined) selected.push(httpCase);
    else leftOut.push({ id: httpCase.id, reason });
  }
  if (unused.size > 0) {
    throw new OptionError('except', `without exceptions that match no case: ${[...unused].join(', ')}`);
  }
  return { selected, leftOut };
}

function checkReasons(option: string, reasons: unknown, key: string): void {
  const isObject = typeof reasons === 'object' && reasons !== null;
  if (isObject && Object.values(reasons).every((reason) => typeof reason === 'string')) return;
  throw new OptionError(option, `an object with the reason for each, by ${key}`);
}

const names = ['it', 'afterAll', 'start', 'cannot', 'except'] as const;

/**
 * Registers one test for each case with a test runner. Cases with the same options share a service. A case that needs
 * an empty store or faults has a service of its own.
 *
 * @returns the cases that are left out.
 * @throws {InvalidArgumentError} when `cases` is not an array of cases.
 * @throws {OptionError} when an option is unknown or not valid, as `selectHttpCases` says.
 */
export function registerHttpContract(
  cases: readonly HttpCase[],
  options: HttpContractHost & TestRunner,
): readonly LeftOut[] {
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
    for (const started of shared.values()) await (await started).close?.();
  });
  return leftOut;
}
