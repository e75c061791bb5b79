import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createFaultyStore } from '@location-records/conformance';
import { http2Exceptions, http2Service } from '@location-records/conformance/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import type { Host } from '../host.ts';
import { casesThatNeed } from '../reasons/cases-that-need.ts';
import { runCases } from '../run-cases.ts';
import { http2App } from './http2-app.ts';

/** The listener on a server of node:http2, without TLS. */
export const http2Host: Host = {
  name: 'node:http2',
  unreachable: [
    {
      reason: 'The case writes bytes of HTTP/1.1.',
      cases: casesThatNeed('socket'),
      shows: /^A case cannot write the bytes of HTTP\/1\.1 over HTTP\/2\.$/,
    },
    ...Object.entries(http2Exceptions).map(([id, reason]) => ({
      reason,
      cases: [id],
      // The server resets the stream, the client refuses, or the field is not there.
      shows: /NGHTTP2_PROTOCOL_ERROR$|must only have a single value$|Content-type is wrong/,
    })),
  ],
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
