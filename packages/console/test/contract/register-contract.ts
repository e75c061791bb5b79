import { createFaultyStore, type HttpCase, registerHttpContract } from '@location-records/conformance';
import { createHandler } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { afterAll, describe, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import type { Way } from './ways.ts';

/** Hundreds of cases ask the engine at the same time, and none is about the time that a search takes. */
const maxDuration = 50_000;

/** A kind of store that offers area queries. */
interface AreaStores {
  readonly name: string;
  /** Opens a store that is new and empty. */
  readonly open: () => Promise<AreaStore>;
}

/** Registers cases of the HTTP contract for a console over new stores. */
export function registerContract(cases: readonly HttpCase[], { name, open }: AreaStores, way: Way): void {
  const { serve, basePath: mountPath = '', name: wayName, unmetNeeds } = way;
  describe(`a console over ${name}, ${wayName}`, () => {
    registerHttpContract(cases, {
      it: (title, run) => it.concurrent(title, run),
      afterAll,
      start: async (options) => {
        const opened = await open();
        const { store, faults, onError } = createFaultyStore(opened);
        const basePath = `${mountPath}${options.basePath ?? ''}` || '/';
        const handle = createHandler({ ...options, basePath, store, onError });
        const { service, close } = await serve(
          createConsole(handle, { store, basePath, onError, maxDuration }),
          faults,
        );
        return {
          service,
          async close() {
            await close?.();
            await opened.close();
          },
        };
      },
      offers: ['areas', 'map'],
      ...(unmetNeeds && { unmetNeeds }),
    });
  });
}
