import {
  createFaultyStore,
  type FaultyStore,
  fetchService,
  httpContract,
  registerHttpContract,
  requestExceptions,
  type ServiceOptions,
} from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { afterAll, describe, it } from 'vitest';
import { createFake } from '../src/index.ts';

/** A fake whose store fails when it is told to. */
function createFaultyFake(options: ServiceOptions) {
  let faulty: FaultyStore | undefined;
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
  return { fake, faults: () => (faulty as FaultyStore).faults };
}

const elsewhere = 'Another origin is none of the business of a fake.';

describe('the fetch of a fake', () => {
  registerHttpContract(httpContract, {
    it,
    afterAll,
    start: async (options) => {
      const { fake, faults } = createFaultyFake(options);
      return { service: fetchService(fake.fetch, faults()) };
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
    it: (title, run) => it.concurrent(title, run, 30_000),
    afterAll,
    start: async (options) => {
      const { fake, faults } = createFaultyFake(options);
      const { port, close } = await fake.listen();
      const service = socketService({ host: '127.0.0.1', port, faults: faults(), keepAlive: true });
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
