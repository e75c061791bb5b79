import {
  createFaultyStore,
  createFetchService,
  type HttpContractHost,
  httpContract,
  registerHttpContract,
  requestExceptions,
} from '@location-records/conformance';
import { createUrlService } from '@location-records/conformance/node';
import { afterAll, describe, it } from 'vitest';
import { createFake } from '../src/index.ts';

/** A fake whose store fails when it is told to. */
function createFaultyFake(options: Parameters<HttpContractHost['start']>[0]) {
  let faulty: ReturnType<typeof createFaultyStore> | undefined;
  const { basePath = '/', ...others } = options;
  const fake = createFake({
    ...others,
    baseUrl: `http://localhost${basePath}`,
    wrapStore: (store) => {
      faulty = createFaultyStore(store);
      return faulty.store;
    },
    onError: (error) => faulty?.onError(error),
  });
  return { fake, faults: () => (faulty as NonNullable<typeof faulty>).faults };
}

const elsewhere = 'Another origin is none of the business of a fake.';

describe('the fetch of a fake', () => {
  registerHttpContract(httpContract, {
    it,
    afterAll,
    start: async (options) => {
      const { fake, faults } = createFaultyFake(options);
      return { service: createFetchService(fake.fetch, faults()) };
    },
    unmetNeeds: { socket: 'There is no connection.', server: 'There is no server.' },
    exceptions: {
      ...requestExceptions,
      'target-spelling-absolute-port': elsewhere,
    },
  });
});

describe('a fake that listens', () => {
  registerHttpContract(httpContract, {
    it: (title, run) => it.concurrent(title, run),
    afterAll,
    start: async (options) => {
      const { fake, faults } = createFaultyFake(options);
      const { port, close } = await fake.listen();
      const service = createUrlService(`http://127.0.0.1:${port}`, { faults: faults(), timeout: 60_000 });
      return {
        service,
        async close() {
          service.close();
          await close();
        },
      };
    },
  });
});
