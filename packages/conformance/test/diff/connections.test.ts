import { createServer } from 'node:http';
import { handlerService } from '@location-records/conformance';
import { diffServices } from '@location-records/conformance/diff';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { listenerOf, started } from '../started-servers.ts';
import {
  acting,
  newHandler,
  plain,
  serviceAt,
  startFailingOnThird,
  startLeavingBodies,
  startRight,
} from './faulty-services.ts';

describe('a fault of a connection is shown with the calls before it on that connection', () => {
  it('when a server leaves the body of DELETE unread', async () => {
    const [right, wrong] = [serviceAt(await startRight()), serviceAt(await startLeavingBodies())];
    const { differences } = await diffServices(right, wrong, {
      seed: 1,
      ...plain,
    });
    expect(differences).toMatchObject([{ repeated: 'on-one-connection', isShortest: true }]);
    const [{ requests = [] } = {}] = differences;
    expect(requests).toMatchObject([{ method: 'DELETE', body: '{' }, {}]);
    // As a stranger would send it again: the last request alone is right, and both on one connection are not.
    expect(await statuses(wrong, requests.slice(-1))).toEqual(await statuses(right, requests.slice(-1)));
    expect(await statuses(wrong, requests)).not.toEqual(await statuses(right, requests));
  });

  it('when a server fails on every third request of a connection', async () => {
    const [right, wrong] = [serviceAt(await startRight()), serviceAt(await startFailingOnThird())];
    const options = { seed: 2, calls: 500, ...plain };
    const { differences } = await diffServices(right, wrong, options);
    expect(differences).toMatchObject([
      { repeated: 'on-one-connection', requests: [{}, {}, {}], responses: [{}, { status: 500 }] },
    ]);
  });

  async function statuses(service: ReturnType<typeof serviceAt>, requests: readonly object[]) {
    service.reconnect();
    const responses = [];
    for (const request of requests) responses.push((await service.request(request as never)).status);
    service.reconnect();
    return responses;
  }
});

it('a network that loses one connection of three neither ends the search nor keeps records', async () => {
  const store = createMemoryStore();
  const server = createServer(listenerOf(createHandler({ store })));
  let connections = 0;
  server.prependListener('connection', (socket) => {
    connections++;
    if (connections % 3 === 0) socket.resetAndDestroy();
  });
  const lossy = serviceAt(await started(server));
  const options = { seed: 4, calls: 300, ...plain, maxShrinkTime: 0 };
  const { differences, endedBy, unreachable } = await diffServices(
    serviceAt(await startRight()),
    lossy,
    options,
  );
  expect(endedBy).toBe('calls');
  expect(unreachable).toBeUndefined();
  expect(differences.length).toBeGreaterThan(0);
  expect(differences.filter(({ parts }) => !parts.includes('response'))).toEqual([]);
  for await (const record of store.list()) expect(record).toBeUndefined();
});

it('a fault of each request is shown without a word about connections', async () => {
  const right = serviceAt(await startRight());
  const wrong = handlerService(async (request) => {
    const response = await newHandler()(request);
    return request.method === 'DELETE' ? { ...response, status: 204 } : response;
  });
  const { differences } = await diffServices(right, wrong, {
    seed: 3,
    ...plain,
    endAtFirst: true,
  });
  expect(differences).toMatchObject([{ repeated: 'separately' }]);
});

it('each sequence has new connections, and each call of a separate repetition has', async () => {
  const events: string[] = [];
  const service = {
    ...acting(handlerService(newHandler()), ({ target }) => void events.push(target.slice(0, 16))),
    reconnect: () => void events.push('new'),
  };
  await diffServices(service, handlerService(newHandler()), { seed: 4, calls: 200 });
  const ids = events.map((event, index) => (event === 'new' ? '' : `${index}`)).join();
  expect(ids).not.toBe('');
  // The identifier of a sequence changes only where a connection is new.
  let last = '';
  let isNew = true;
  for (const event of events) {
    const [id] = /^\/diff-\w{10}$/.exec(event) ?? [];
    if (event === 'new') isNew = true;
    if (id === undefined) continue;
    if (id !== last) expect(isNew).toBe(true);
    [last, isNew] = [id, false];
  }
});

it('a difference that does not show again is told as that, with all its calls', async () => {
  let count = 0;
  const handle = newHandler();
  const once = handlerService(async (request) => {
    const response = await handle(request);
    return ++count === 30 ? { ...response, status: 503 } : response;
  });
  const result = await diffServices(handlerService(newHandler()), once, { seed: 5, calls: 300 });
  expect(result.calls).toBe(300);
  expect(result.differences).toMatchObject([
    { repeated: 'never', isShortest: false, times: 1, responses: [{}, { status: 503 }] },
  ]);
  expect(result.differences[0]?.requests.length).toBeGreaterThan(3);
});
