import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  createFaultyStore,
  httpContract,
  registerHttpContract,
  type ServiceOptions,
} from '@location-records/conformance';
import { http2Exceptions, http2Service } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { afterAll, describe, expect, it } from 'vitest';
import { createListener } from '../../src/node/index.ts';

async function start(options?: ServiceOptions) {
  const { store, faults, onError } = createFaultyStore(createMemoryStore());
  const listener = createListener(createHandler({ ...options, store, onError }));
  const server = createServer(listener).on('checkContinue', listener.checkContinue);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const service = http2Service({ host: '127.0.0.1', port, faults });
  const close = async () => {
    await service.close();
    await new Promise((resolve) => server.close(resolve));
  };
  return { service, close };
}

describe('createListener over HTTP/2', () => {
  const leftOut = registerHttpContract(httpContract, {
    it: (name, run) => it.concurrent(name, run, 30_000),
    afterAll,
    start,
    unmetNeeds: {
      socket: 'The bytes of HTTP/1.1 cannot be sent over HTTP/2.',
      server: 'A listener does not see what node:http2 responds to by itself.',
    },
    exceptions: http2Exceptions,
  });

  it('leaves out only what cannot be sent', () => {
    const socket = httpContract.filter(({ needs }) =>
      needs.some((need) => ['socket', 'server', 'areas'].includes(need)),
    );
    expect(leftOut).toHaveLength(socket.length + Object.keys(http2Exceptions).length);
  });

  const exceptions = httpContract.filter(({ id }) => id in http2Exceptions);
  it.each(exceptions)('leaves out nothing that it could serve, such as $id', async (exception) => {
    const { service, close } = await start(exception.options);
    await expect(exception.run(service)).rejects.toThrow();
    await close();
  });
});
