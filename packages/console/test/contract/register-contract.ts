import { createFaultyStore, type HttpCase, registerHttpContract } from '@location-records/conformance';
import { createHandler } from '@location-records/core';
import { afterAll, describe, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import type { AreaStoreKind } from './area-stores.ts';
import type { Way } from './ways.ts';

/** Registers cases of the HTTP contract for a console over new stores. */
export function registerContract(cases: readonly HttpCase[], { name, open }: AreaStoreKind, way: Way): void {
  const { serve, basePath = '', name: wayName, unmetNeeds } = way;
  describe(`a console over ${name}, ${wayName}`, () => {
    registerHttpContract(cases, {
      it: (title, run) => it.concurrent(title, run),
      afterAll,
      start: async (options) => {
        const opened = await open();
        const { store, faults, onError } = createFaultyStore(opened.store);
        const path = `${basePath}${options.basePath ?? ''}` || '/';
        const handle = createHandler({ ...options, basePath: path, store, onError });
        const { service, close } = await serve(
          createConsole(handle, { store, basePath: path, onError }),
          faults,
        );
        return {
          service,
          async close() {
            await close?.();
            await opened.store.close();
            await opened.remove?.();
          },
        };
      },
      offers: ['areas'],
      ...(unmetNeeds && { unmetNeeds }),
    });
  });
}
