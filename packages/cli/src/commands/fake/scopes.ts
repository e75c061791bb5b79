import { areaQueries } from '@location-records/console';
import type { HandlerOptions, LocationRecord } from '@location-records/core';
import { createFake, type Fake, type Fault } from '@location-records/testing';
import { serviceUrl } from '../serve/announcement.ts';

/** The start of every scope. */
export interface FakeStart {
  readonly records: readonly LocationRecord[];
  readonly faults: readonly Fault[];
  /** Serves area queries. */
  readonly areas?: boolean | undefined;
  readonly handlerOptions: Omit<HandlerOptions, 'store'>;
}

/** Isolated fakes by the name that a request gives its scope; a request without one is for the scope `''`. */
export class Scopes {
  readonly #start: FakeStart;
  readonly #fakes = new Map<string, Fake>();
  /** What new scopes are forked from. */
  #fixture: Fake;

  constructor(start: FakeStart) {
    this.#start = start;
    this.#fixture = this.#create(start.records);
  }

  /** The names of the scopes that requests have named, in the order of their first use. */
  get names(): readonly string[] {
    return [...this.#fakes.keys()].filter((name) => name !== '');
  }

  /** Returns the fake of a scope. The first use creates it. */
  get(name: string): Fake {
    const known = this.#fakes.get(name);
    if (known) return known;
    const fake = this.#fixture.fork();
    this.#fakes.set(name, fake);
    return fake;
  }

  /** Replaces the first records of a scope, and those of new scopes if it has no name. */
  seed(name: string, records: readonly LocationRecord[]): void {
    const fixture = this.#create(records);
    if (name === '') this.#fixture = fixture;
    this.#fakes.set(name, fixture.fork());
  }

  /** Removes a scope. Returns whether it existed. */
  remove(name: string): boolean {
    return this.#fakes.delete(name);
  }

  /** Removes all scopes with names. */
  clear(): void {
    for (const name of this.names) this.#fakes.delete(name);
  }

  #create(records: readonly LocationRecord[]): Fake {
    const { faults, areas, handlerOptions } = this.#start;
    const { basePath = '/', ...options } = handlerOptions;
    const baseUrl = serviceUrl({ address: '127.0.0.1', port: 80 }, basePath);
    return createFake({ ...options, baseUrl, records, faults, extension: areas ? areaQueries : undefined });
  }
}
