import {
  createFaultyStore,
  type FaultyStore,
  fetchService,
  handlerService,
  httpContract,
  registerHttpContract,
  requestExceptions,
  type Service,
  type ServiceOptions,
} from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { afterAll, describe, it } from 'vitest';
import { createFake, type Fake } from '../src/index.ts';

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

type Way = (fake: Fake, faults: FaultyStore['faults']) => Service;

const elsewhere = 'Another origin is none of the business of a fake.';
const fetchExceptions = {
  ...requestExceptions,
  'target-spelling-absolute-port': elsewhere,
  'target-spelling-absolute-https': elsewhere,
};
const noConnection = { socket: 'There is no connection.', server: 'There is no server.' };

describe.each<[string, Way, Record<string, string>]>([
  ['handle', ({ handle }, faults) => handlerService(handle, faults), {}],
  ['fetch', ({ fetch }, faults) => fetchService(fetch, faults), fetchExceptions],
])('the %s of a fake', (_name, serviceOf, exceptions) => {
  registerHttpContract(httpContract, {
    it,
    afterAll,
    start: async (options) => {
      const { fake, faults } = createFaultyFake(options);
      return { service: serviceOf(fake, faults()) };
    },
    unmetNeeds: noConnection,
    exceptions,
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
