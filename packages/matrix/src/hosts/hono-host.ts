import { createFaultyStore, fetchService } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import type { Host } from '../host.ts';
import { noRequest } from '../reasons/function-reasons.ts';
import { runCases } from '../run-cases.ts';
import { honoApp } from './hono-app.ts';
import { mountPath } from './mount-path.ts';

/** Hono, asked in this process, with the service mounted at a path. */
export const honoHost: Host = {
  name: 'Hono, app.mount()',
  unreachable: noRequest,
  run: (cases) =>
    runCases(cases, async (options) => {
      const { store, faults, onError } = createFaultyStore(createMemoryStore());
      const handle = createHandler({ ...options, store, onError });
      const app = honoApp(handle, mountPath);
      return {
        service: fetchService((request) => app.fetch(belowMountPath(request)), faults),
        close: () => store.close(),
      };
    }),
};

function belowMountPath(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url);
  return new Request(`${origin}${mountPath}${pathname === '/' ? '' : pathname}${search}`, request);
}
