import {
  createMemoryStore,
  type Handler,
  type LocationRecord,
  type MemoryStore,
} from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createFake, type ExtendedService, type FakeExtension } from '../../src/index.ts';
import { locationAt } from '../fake-requests.ts';

/** Adds a field to all responses. Its methods use its fields. */
class NamingExtension implements FakeExtension {
  readonly #name: string;
  /** The base paths of the services that it was given. */
  readonly basePaths: string[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  createStore(records: Iterable<LocationRecord>): MemoryStore {
    return createMemoryStore([...records, [this.#name, locationAt(1)]]);
  }

  wrapHandler(handle: Handler, { basePath }: ExtendedService): Handler {
    this.basePaths.push(basePath);
    return async (request) => {
      const response = await handle(request);
      return { ...response, headers: { ...response.headers, 'X-Name': this.#name } };
    };
  }
}

describe('an extension', () => {
  it('may be an object of a class', async () => {
    const fake = createFake({ extension: new NamingExtension('tower') });
    const response = await fake.fork().fetch('tower');
    expect([response.status, response.headers.get('x-name')]).toEqual([200, 'tower']);
  });

  it.each([
    ['https://api.test', '/'],
    ['https://api.test/', '/'],
    ['https://api.test/locations', '/locations'],
    ['https://api.test/locations/', '/locations'],
  ])('of %s gets the base path %s', (baseUrl, basePath) => {
    const extension = new NamingExtension('tower');
    createFake({ baseUrl, extension });
    expect(new Set(extension.basePaths)).toEqual(new Set([basePath]));
  });
});
