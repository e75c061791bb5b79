import { type Handler, InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { dispose } from '../fake/disposal.ts';
import type { RecordedRequest } from '../journal/journal-entry.ts';
import { createRandom, type Fault, type FaultContext, type FaultyHandler } from './fault.ts';
import { createMatcher, describeMatch, type RequestMatch } from './request-match.ts';
import { UnmetFaultsError } from './unmet-faults-error.ts';

/** The requests to which a fault applies: those that match, up to a number or at random. */
export interface FaultScope extends RequestMatch {
  /**
   * The number of requests to which the fault applies.
   * @default Infinity
   */
  readonly times?: number | undefined;
  /**
   * The probability that the fault applies to a matching request, from 0 to 1. The seed of the fake decides.
   * @default 1
   */
  readonly chance?: number | undefined;
}

/**
 * The scope with its defaults in place.
 *
 * @throws {OptionError} when a member is unknown or not valid. `createMatcher` checks the members of a match.
 */
function completeScope(scope: FaultScope): FaultScope & { readonly times: number; readonly chance: number } {
  const names = ['method', 'id', 'route', 'where', 'times', 'chance'] as const;
  const { times = Infinity, chance = 1 } = checkOptionNames(scope, names);
  if (times !== Infinity && !(Number.isInteger(times) && times >= 1))
    throw new OptionError('times', 'a whole number from 1');
  if (typeof chance !== 'number' || !(chance >= 0 && chance <= 1)) {
    throw new OptionError('chance', 'a number from 0 to 1');
  }
  return { ...scope, times, chance };
}

/** @throws {InvalidArgumentError} when it is not a fault, or a member has another type. */
function checkFault(fault: Fault): void {
  if (typeof fault?.createHandler !== 'function')
    throw new InvalidArgumentError('fault', 'a Fault, such as loseResponse()');
  if (typeof fault.name !== 'string') throw new InvalidArgumentError('fault.name', 'a name for the journal');
  for (const name of ['skipsService', 'replacesService'] as const) {
    if (typeof (fault[name] ?? false) !== 'boolean')
      throw new InvalidArgumentError(`fault.${name}`, 'true or false');
  }
}

function handlerOf(fault: Fault, context: FaultContext): FaultyHandler {
  const handle: unknown = fault.createHandler(context);
  if (typeof handle === 'function') return handle as FaultyHandler;
  throw new InvalidArgumentError('fault.createHandler', 'a function that returns a FaultyHandler');
}

/** 0 for a fault around the service, 1 for one in front of it, 2 for one in its place. */
function depthOf({ skipsService = false, replacesService = false }: Fault): number {
  if (replacesService) return 2;
  return skipsService ? 1 : 0;
}

/** A fault that was added. */
export interface AddedFault {
  /** Its name in the journal. */
  readonly name: string;
  /** The number of requests to which it has applied so far. */
  readonly timesApplied: number;
  /** Removes it. Requests to which it already applies keep it. */
  remove(): void;
  /** The same as `remove`, for `using`. */
  [Symbol.dispose](): void;
}

/** The faults of a fake. */
export interface FakeFaults {
  /**
   * Adds a fault for the matching requests from now on, or for all requests. When several apply to a request, the one added
   * first is nearest to the client. Those that skip the service come after the others, and those that replace it come
   * last. Where one skips the service, those behind it do not apply, and wait for another request.
   *
   * @throws {InvalidArgumentError} when `fault` is not a fault, and {OptionError}, when a member of `scope` is unknown
   * or not valid.
   *
   * @example
   * fake.faults.add(loseResponse(), { method: 'PUT', id: 'a', times: 1 });
   */
  add(fault: Fault, scope?: FaultScope): AddedFault;
  /**
   * The faults that no request has met: none has matched since they were added, also if they were removed meanwhile.
   */
  readonly unmet: readonly AddedFault[];
  /**
   * Checks that no fault is unmet.
   *
   * @throws {UnmetFaultsError} when one is. The message lists all requests.
   */
  expectMet(): void;
  /** Removes all faults, and forgets which ones are unmet. */
  clear(): void;
}

interface ListedFault extends AddedFault {
  timesApplied: number;
  /** Whether a request has matched, even if chance has spared it. */
  isMet: boolean;
  /** Its name and its requests, for messages. */
  readonly words: string;
  readonly times: number;
  readonly chance: number;
  /** Gives each fault of a request random numbers of its own. */
  readonly number: number;
  /** How near to the service it is, whenever it was added. */
  readonly depth: number;
  readonly matches: (request: RecordedRequest) => boolean;
  readonly respond: FaultyHandler;
}

/** The faults that apply to a request. */
interface AppliedFaults {
  readonly names: readonly string[];
  /** The service with these faults around it, the first one outermost. */
  around(service: Handler): Handler;
}

/** The faults of a fake, which choose those of each request. */
export class FaultList implements FakeFaults {
  readonly #context: () => FaultContext;
  readonly #seed: number;
  readonly #arrived: () => readonly string[];
  #faults: readonly ListedFault[] = [];
  /** All faults since the last `clear`, in the order of their numbers. */
  #added: readonly ListedFault[] = [];

  /** `arrived` lists the requests for messages. */
  constructor(context: () => FaultContext, seed: number, arrived: () => readonly string[]) {
    this.#context = context;
    this.#seed = seed;
    this.#arrived = arrived;
  }

  get unmet(): readonly ListedFault[] {
    return this.#added.filter(({ isMet }) => !isMet);
  }

  expectMet(): void {
    const { unmet } = this;
    if (unmet.length === 0) return;
    throw new UnmetFaultsError(
      unmet.map(({ words }) => words),
      this.#arrived(),
    );
  }

  add(fault: Fault, scope: FaultScope = {}): AddedFault {
    checkFault(fault);
    const { times, chance, ...match } = completeScope(scope);
    const matches = createMatcher(match);
    const remove = () => {
      this.#faults = this.#faults.filter((other) => other !== listed);
    };
    const listed: ListedFault = {
      name: fault.name,
      timesApplied: 0,
      isMet: false,
      words: `${fault.name} of a ${describeMatch(match, 'request')}`,
      times,
      chance,
      number: this.#added.length,
      depth: depthOf(fault),
      matches,
      respond: handlerOf(fault, this.#context()),
      remove,
      [dispose]: remove,
    };
    this.#faults = [...this.#faults, listed];
    this.#added = [...this.#added, listed];
    return listed;
  }

  clear(): void {
    this.#faults = [];
    this.#added = [];
  }

  /** Decides which faults apply to a new request, and counts it. `arrival` is its number in the order of arrival. */
  apply(request: RecordedRequest, arrival: number): AppliedFaults {
    // A `where` may throw, before any fault counts the request.
    const met = this.#faults.filter(
      ({ timesApplied, times, matches }) => timesApplied < times && matches(request),
    );
    const drawn = met.map((fault) => {
      const random = createRandom(this.#seed, arrival, fault.number);
      return { fault, random, applies: random() < fault.chance };
    });
    const responder = drawn.findIndex(({ fault, applies }) => applies && fault.depth === 1);
    // The one that responds leaves nothing to those behind it.
    const reached = drawn.filter(
      ({ fault }, index) =>
        responder === -1 || fault.depth === 0 || (fault.depth === 1 && index <= responder),
    );
    for (const { fault } of reached) fault.isMet = true;
    const applied = reached.filter(({ applies }) => applies);
    for (const { fault } of applied) fault.timesApplied++;
    const nested = applied.toSorted((a, b) => a.fault.depth - b.fault.depth);
    return {
      names: applied.map(({ fault }) => fault.name),
      around: (service) =>
        nested.reduceRight<Handler>(
          (next, { fault, random }) =>
            (asked) =>
              fault.respond(asked, next, random),
          service,
        ),
    };
  }
}
