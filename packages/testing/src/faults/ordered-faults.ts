import { type Handler, InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { RecordedRequest } from '../journal/journal-entry.ts';
import { createRandom, type Fault, type FaultContext, type FaultyHandler } from './fault.ts';
import { createMatcher, type RequestMatch } from './request-match.ts';

/** The requests to which a fault applies: those that match, up to a number or at random. */
export interface FaultOrder extends RequestMatch {
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
 * The order with its defaults in place.
 *
 * @throws {OptionError} when a member is unknown or not valid. The match is checked elsewhere.
 */
function completeOrder(order: FaultOrder): FaultOrder & { readonly times: number; readonly chance: number } {
  const names = ['method', 'id', 'route', 'where', 'times', 'chance'] as const;
  const { times = Infinity, chance = 1 } = checkOptionNames(order, names);
  if (typeof times !== 'number' || !(times >= 1)) throw new OptionError('times', 'a number from 1');
  if (typeof chance !== 'number' || !(chance >= 0 && chance <= 1)) {
    throw new OptionError('chance', 'a number from 0 to 1');
  }
  return { ...order, times, chance };
}

/** @throws {InvalidArgumentError} when it is not a fault, or a member has another type. */
function checkFault(fault: Fault): void {
  if (typeof fault?.order !== 'function')
    throw new InvalidArgumentError('fault', 'a Fault, such as loseResponse()');
  if (typeof fault.name !== 'string') throw new InvalidArgumentError('fault.name', 'a name for the journal');
  if (typeof (fault.replacesService ?? false) !== 'boolean') {
    throw new InvalidArgumentError('fault.replacesService', 'true or false');
  }
}

function orderOf(fault: Fault, context: FaultContext): FaultyHandler {
  const handle: unknown = fault.order(context);
  if (typeof handle === 'function') return handle as FaultyHandler;
  throw new InvalidArgumentError('fault.order', 'a function that returns a FaultyHandler');
}

/** A fault that was added. */
export interface OrderedFault {
  readonly name: string;
  /** The number of requests to which it has applied so far. */
  readonly met: number;
  /** Removes it. Requests to which it already applies keep it. */
  remove(): void;
}

interface Ordered extends OrderedFault {
  met: number;
  readonly times: number;
  readonly chance: number;
  /** Gives each fault of a request random numbers of its own. */
  readonly number: number;
  readonly replacesService: boolean;
  readonly matches: (request: RecordedRequest) => boolean;
  readonly answer: FaultyHandler;
}

/** The faults that apply to a request. */
export interface MetFaults {
  readonly names: readonly string[];
  /** The service with these faults around it, the first one outermost. */
  around(service: Handler): Handler;
}

/** The faults of a fake. */
export class OrderedFaults {
  readonly #context: () => FaultContext;
  readonly #seed: number;
  #ordered: readonly Ordered[] = [];
  #numbers = 0;

  constructor(context: () => FaultContext, seed: number) {
    this.#context = context;
    this.#seed = seed;
  }

  /**
   * Adds a fault for the matching requests from now on, or for all requests. When several apply to a request, the one added
   * first is nearest to the client, and those that replace the service come last.
   *
   * @throws {InvalidArgumentError} when `fault` is not a fault, and {OptionError}, when a member of `order` is unknown
   * or not valid.
   *
   * @example
   * fake.faults.add(loseResponse(), { method: 'PUT', id: 'a', times: 1 });
   */
  add(fault: Fault, order: FaultOrder = {}): OrderedFault {
    checkFault(fault);
    const { times, chance, ...match } = completeOrder(order);
    const ordered: Ordered = {
      name: fault.name,
      met: 0,
      times,
      chance,
      number: this.#numbers++,
      replacesService: fault.replacesService ?? false,
      matches: createMatcher(match),
      answer: orderOf(fault, this.#context()),
      remove: () => {
        this.#ordered = this.#ordered.filter((other) => other !== ordered);
      },
    };
    this.#ordered = [...this.#ordered, ordered];
    return ordered;
  }

  /** Removes all faults. */
  clear(): void {
    this.#ordered = [];
    this.#numbers = 0;
  }

  /** Decides which faults apply to a new request, and counts it. `arrival` is its number in the order of arrival. */
  meet(request: RecordedRequest, arrival: number): MetFaults {
    const met = this.#ordered.flatMap((ordered) => {
      const { number, times, chance, matches } = ordered;
      const random = createRandom(this.#seed, arrival, number);
      if (ordered.met >= times || !matches(request) || random() >= chance) return [];
      ordered.met++;
      return [{ ordered, random }];
    });
    const nested = met.toSorted(
      (a, b) => Number(a.ordered.replacesService) - Number(b.ordered.replacesService),
    );
    return {
      names: met.map(({ ordered }) => ordered.name),
      around: (service) =>
        nested.reduceRight<Handler>(
          (next, { ordered, random }) =>
            (asked) =>
              ordered.answer(asked, next, random),
          service,
        ),
    };
  }
}
