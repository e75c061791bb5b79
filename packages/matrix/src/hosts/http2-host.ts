import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createFaultyStore } from '@location-records/conformance';
import { http2Service } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import type { Host } from '../host.ts';
import { noHttp1 } from '../reasons/unmet-needs.ts';
import { runCases } from '../run-cases.ts';
import { http2App } from './apps.ts';

/** A server of node:http2 with the listener, without TLS. */
export const http2Host: Host = {
  name: 'node:http2',
  unreachable: noHttp1,
  run: (cases) =>
    runCases(cases, async (options) => {
      const { store, faults, onError } = createFaultyStore(createMemoryStore());
      const server = http2App(createHandler({ ...options, store, onError }));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const service = http2Service({ host: '127.0.0.1', port, faults });
      return {
        service,
        async close() {
          await service.close();
          await once(server.close(), 'close');
        },
      };
    }),
};
