import { type Handler, InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { RecordedRequest } from '../journal/journal-entry.ts';
import { createRandom, type Fault, type FaultContext, type FaultyHandler } from './fault.ts';
import { createMatcher, type RequestMatch } from './request-match.ts';

/** Which requests meet a fault: those that match, as many of them as this says. */
export interface FaultOrder extends RequestMatch {
  /**
   * For how many requests the fault is.
   * @default Infinity
   */
  readonly times?: number | undefined;
  /**
   * How likely it is that a request which matches meets the fault, from 0 to 1. Chance follows from the fake's seed.
   * @default 1
   */
  readonly chance?: number | undefined;
}

/**
 * The order with its defaults in place.
 *
 * @throws {OptionError} when something in it is not known, or cannot be; what matches is checked elsewhere.
 */
function completeOrder(order: FaultOrder): FaultOrder & { readonly times: number; readonly chance: number } {
  const names = ['method', 'id', 'route', 'where', 'times', 'chance'] as const;
  const { times = Infinity, chance = 1 } = checkOptionNames(order, names);
  if (!(times >= 1)) throw new OptionError('times', 'a number from 1');
  if (!(chance >= 0 && chance <= 1)) throw new OptionError('chance', 'a number from 0 to 1');
  return { ...order, times, chance };
}

/** A fault that was ordered. */
export interface OrderedFault {
  readonly name: string;
  /** How many requests have met it so far. */
  readonly met: number;
  /** Takes it back; requests that have met it already are not concerned. */
  remove(): void;
}

interface Ordered extends OrderedFault {
  met: number;
  readonly times: number;
  readonly chance: number;
  /** Tells apart the chances of faults that one request may meet. */
  readonly number: number;
  readonly replacesService: boolean;
  readonly matches: (request: RecordedRequest) => boolean;
  readonly answer: FaultyHandler;
}

/** What a request has met. */
export interface MetFaults {
  readonly names: readonly string[];
  /** The service with those faults around it, the first one ordered outermost. */
  around(service: Handler): Handler;
}

/** The faults that are ordered in a fake. */
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
   * Orders a fault for the requests that `order` says, from now on; for every one by default. A request can meet several:
   * the one that was ordered first is nearest to the client, and those that stand in for the service are after all others.
   *
   * @throws {InvalidArgumentError} when `fault` is not a fault, and {OptionError}, when something in `order` is not known,
   * or cannot be.
   *
   * @example
   * fake.faults.add(loseResponse(), { method: 'PUT', id: 'a', times: 1 });
   */
  add(fault: Fault, order: FaultOrder = {}): OrderedFault {
    if (typeof fault?.order !== 'function')
      throw new InvalidArgumentError('fault', 'a Fault, such as loseResponse()');
    const { times, chance, ...match } = completeOrder(order);
    const ordered: Ordered = {
      name: fault.name,
      met: 0,
      times,
      chance,
      number: this.#numbers++,
      replacesService: fault.replacesService ?? false,
      matches: createMatcher(match),
      answer: fault.order(this.#context()),
      remove: () => {
        this.#ordered = this.#ordered.filter((other) => other !== ordered);
      },
    };
    this.#ordered = [...this.#ordered, ordered];
    return ordered;
  }

  /** Takes all of them back. */
  clear(): void {
    this.#ordered = [];
    this.#numbers = 0;
  }

  /** Decides at once which of them a request meets, and counts it. `arrival` is its place in the order of arrival. */
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
