import {
  createFaultyStore,
  type FaultyStore,
  fetchService,
  handlerService,
  httpContract,
  registerHttpContract,
  type StartedService,
} from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { areaQueries } from '@location-records/console';
import { createFake, type Fake } from '@location-records/testing';
import { afterAll, describe, it } from 'vitest';

/** The cases about area queries, in the process. A long test has the whole contract on `location-records fake`. */
const areaCases = httpContract.filter(({ needs }) => needs.includes('areas'));

const noConnection = { socket: 'There is no connection.', server: 'There is no server.' };

type Way = (fake: Fake, faults: FaultyStore['faults']) => StartedService | Promise<StartedService>;

describe.each<[string, Way, Record<string, string>?]>([
  ['the handle', ({ handle }, faults) => ({ service: handlerService(handle, faults) }), noConnection],
  ['the fetch', ({ fetch }, faults) => ({ service: fetchService(fetch, faults) }), noConnection],
  ['the port', listen],
])('%s of a fake with area queries', (_name, serve, unmetNeeds) => {
  registerHttpContract(areaCases, {
    it: (title, run) => it.concurrent(title, run, 30_000),
    afterAll,
    start: ({ basePath = '/', ...options }) => {
      let faulty: FaultyStore | undefined;
      const fake = createFake({
        ...options,
        baseUrl: `http://localhost${basePath}`,
        extension: areaQueries,
        wrapStore: (store) => {
          faulty = createFaultyStore(store);
          return faulty.store;
        },
        onError: (error) => faulty?.onError(error),
      });
      return Promise.resolve(serve(fake, (faulty as FaultyStore).faults));
    },
    offers: ['areas', 'map'],
    ...(unmetNeeds && { unmetNeeds }),
  });
});

async function listen(fake: Fake, faults: FaultyStore['faults']): Promise<StartedService> {
  const { port, close } = await fake.listen();
  const service = socketService({ host: '127.0.0.1', port, faults, keepAlive: true });
  return {
    service,
    async close() {
      service.close();
      await close();
    },
  };
}
