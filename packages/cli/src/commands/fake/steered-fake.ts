import { areaQueries } from '@location-records/console';
import type { HandlerOptions, LocationRecord } from '@location-records/core';
import {
  type AddedFault,
  createFake,
  type Duration,
  delayResponse,
  type Fake,
} from '@location-records/testing';
import { serviceUrl } from '../serve/service-url.ts';
import { createFault, type FaultDescription } from './fault-description.ts';
import { withMembers } from './members.ts';

/** What a fake begins with, and what a reset restores. */
export interface FakeStart {
  readonly records: readonly LocationRecord[];
  readonly faults: readonly FaultDescription[];
  /** Delays every response; 0 delays none. */
  readonly delay: Duration;
  /** Decides everything random. */
  readonly randomSeed: number;
  /** Serves area queries. */
  readonly areas?: boolean | undefined;
}

/** A fault of a steered fake. */
interface SteeredFault {
  readonly number: number;
  readonly description: FaultDescription;
  readonly added: AddedFault;
}

/** A fake that is steered while it serves. */
export class SteeredFake {
  readonly #handlerOptions: Omit<HandlerOptions, 'store'>;
  #start: FakeStart;
  #fake: Fake;
  #faults: SteeredFault[] = [];
  #delay: { readonly milliseconds: Duration; readonly added: AddedFault } | undefined;
  #numbers = 0;

  constructor(start: FakeStart, handlerOptions: Omit<HandlerOptions, 'store'>) {
    this.#handlerOptions = handlerOptions;
    this.#start = start;
    this.#fake = this.#create();
  }

  /** The fake as it is now; a new seed makes another one. */
  get fake(): Fake {
    return this.#fake;
  }

  /** The first records. */
  get seed(): readonly LocationRecord[] {
    return this.#start.records;
  }

  /** The faults as JSON, in the order in which they were added. */
  get faults(): readonly object[] {
    return this.#faults.map(({ number, description, added }) => ({
      number,
      ...description,
      timesApplied: added.timesApplied,
    }));
  }

  /** How long every response is delayed; 0 for not at all. */
  get delay(): Duration {
    return this.#delay?.milliseconds ?? 0;
  }

  /**
   * Delays every response from now on; 0 delays none.
   *
   * @throws {InputError} when it is not a duration.
   */
  set delay(milliseconds: Duration) {
    const fault = withMembers(() => delayResponse(milliseconds), { duration: 'milliseconds' });
    this.#delay?.added.remove();
    this.#delay = milliseconds === 0 ? undefined : { milliseconds, added: this.#fake.faults.add(fault) };
  }

  /** Adds a fault that was checked, and returns its number. */
  addFault(description: FaultDescription): number {
    const { fault, scope } = createFault(description);
    const added = this.#fake.faults.add(fault, scope);
    this.#faults.push({ number: ++this.#numbers, description, added });
    return this.#numbers;
  }

  /** Removes a fault. Returns whether it was there. */
  removeFault(number: number): boolean {
    const removed = this.#faults.find((fault) => fault.number === number);
    removed?.added.remove();
    this.#faults = this.#faults.filter((fault) => fault !== removed);
    return removed !== undefined;
  }

  /** Removes all faults. The delay stays. */
  removeFaults(): void {
    for (const { added } of this.#faults) added.remove();
    this.#faults = [];
  }

  /** Restores the seed, and the faults and the delay of the command line. Empties the journal. */
  reset(): void {
    this.#fake.reset();
    this.#begin();
  }

  /** Replaces the seed, and resets the fake to it. */
  replaceSeed(records: readonly LocationRecord[]): void {
    this.#start = { ...this.#start, records };
    this.#fake = this.#create();
  }

  #create(): Fake {
    const { records, randomSeed, areas } = this.#start;
    const extension = areas ? areaQueries : undefined;
    const { basePath = '/', ...options } = this.#handlerOptions;
    const baseUrl = serviceUrl({ address: '127.0.0.1', port: 80 }, basePath);
    this.#fake = createFake({ ...options, baseUrl, records, seed: randomSeed, extension });
    this.#begin();
    return this.#fake;
  }

  #begin(): void {
    this.#faults = [];
    this.#numbers = 0;
    this.#delay = undefined;
    this.delay = this.#start.delay;
    for (const description of this.#start.faults) this.addFault(description);
  }
}
