import { type Handler, InvalidArgumentError } from '@location-records/core';
import type { RecordedRequest } from '../journal/recorded-request.ts';
import type { Fault, FaultContext, FaultyAnswer } from './fault.ts';
import { completeOrder, type FaultOrder } from './fault-order.ts';
import { createRandom } from './random.ts';
import { createMatcher } from './request-match.ts';

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
  readonly standsInForService: boolean;
  readonly isMeant: (request: RecordedRequest) => boolean;
  readonly answer: FaultyAnswer;
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
   * the one that was ordered first is nearest to the client, and those that stand in for the service are behind all others.
   *
   * @throws {InvalidArgumentError} when `fault` is not a fault, and {OptionError}, when something in `order` is not known,
   * or cannot be.
   *
   * @example
   * fake.faults.add(loseAnswer(), { method: 'PUT', id: 'a', times: 1 });
   */
  add(fault: Fault, order: FaultOrder = {}): OrderedFault {
    if (typeof fault?.order !== 'function')
      throw new InvalidArgumentError('fault', 'a Fault, such as loseAnswer()');
    const { times, chance, ...match } = completeOrder(order);
    const ordered: Ordered = {
      name: fault.name,
      met: 0,
      times,
      chance,
      number: this.#numbers++,
      standsInForService: fault.standsInForService ?? false,
      isMeant: createMatcher(match),
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
      const { number, times, chance, isMeant } = ordered;
      const random = createRandom(this.#seed, arrival, number);
      if (ordered.met >= times || !isMeant(request) || random() >= chance) return [];
      ordered.met++;
      return [{ ordered, random }];
    });
    const nested = met.toSorted(
      (a, b) => Number(a.ordered.standsInForService) - Number(b.ordered.standsInForService),
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
