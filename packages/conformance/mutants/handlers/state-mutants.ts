import type { Location } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import {
  around,
  changingRequests,
  type HandlerMutant,
  isWrite,
  json,
  textOf,
  withStore,
} from './handler-mutant.ts';

/** Services in which a method breaks the transitions of SPEC section 3. */
export const stateMutants: readonly HandlerMutant[] = [
  {
    id: 'put-creates',
    breaks: 'creates the record that PUT does not find',
    killedBy: 'state-put-absent',
    create: changingRequests(({ method }) => (method === 'PUT' ? { method: 'POST' } : {})),
  },
  {
    id: 'method-in-query',
    breaks: 'carries out a POST as the method in its query',
    killedBy: 'method-override-query',
    create: changingRequests(({ method, target }) => {
      const [, meant] = /[?&]_method=(\w+)/.exec(target) ?? [];
      return method === 'POST' && meant !== undefined ? { method: meant } : {};
    }),
  },
  {
    id: 'method-in-field',
    breaks: 'carries out a POST as PUT where X-HTTP-Method-Override says so',
    killedBy: 'method-override-x-http-method-override',
    create: changingRequests(({ method, headers }) =>
      method === 'POST' && headers['x-http-method-override']?.[0] === 'PUT' ? { method: 'PUT' } : {},
    ),
  },
  {
    id: 'description-cut',
    breaks: 'stores only the first 255 characters of a description',
    killedBy: 'check-stored-whole',
    create: withStore((store) => {
      const cut = (location: Location) => ({ ...location, description: location.description?.slice(0, 255) });
      return {
        put: (id, location) => store.put(id, cut(location) as Location),
        replace: (id, location) => store.replace(id, cut(location) as Location),
      };
    }),
  },
  {
    id: 'post-only-creates',
    breaks: 'leaves a record unchanged when POST finds it',
    killedBy: 'state-post-adds-description',
    create: withStore((store) => ({
      put: async (id, location) => {
        if ((await store.get(id)) === undefined) await store.put(id, location);
      },
    })),
  },
  {
    id: 'post-only-replaces',
    breaks: 'creates no record for POST',
    killedBy: 'state-post-creates',
    create: withStore((store) => ({ put: async (id, location) => void (await store.replace(id, location)) })),
  },
  {
    id: 'put-patches',
    breaks: 'keeps the description that PUT leaves out',
    killedBy: 'state-put-removes-description',
    create: withStore((store) => ({
      replace: async (id, location) => store.replace(id, { ...(await store.get(id)), ...location }),
    })),
  },
  {
    id: 'put-replaces-nothing',
    breaks: 'responds to PUT without replacing anything',
    killedBy: 'state-put-adds-description',
    create: withStore((store) => ({ replace: async (id) => (await store.get(id)) !== undefined })),
  },
  {
    id: 'delete-does-nothing',
    breaks: 'responds to DELETE without deleting anything',
    killedBy: 'state-delete-removes',
    create: withStore(() => ({ delete: async () => {} })),
  },
  {
    id: 'delete-removes-all',
    breaks: 'deletes all records',
    killedBy: 'state-delete-leaves-others',
    create: withStore((store) => ({
      async delete() {
        for await (const batch of store.list()) await Promise.all(batch.map(([id]) => store.delete(id)));
      },
    })),
  },
  {
    id: 'delete-of-absent-is-404',
    breaks: 'responds with 404 when DELETE finds no record',
    killedBy: 'state-delete-absent',
    create: around(async (handle, request) => {
      if (request.method !== 'DELETE') return handle(request);
      const found = await handle(deriveRequest(request, { method: 'GET' }));
      return found.status === 404 ? found : handle(request);
    }),
  },
  {
    id: 'get-of-absent-is-null',
    breaks: 'responds with 200 null when GET finds no record',
    killedBy: 'state-absent',
    create: around(async (handle, request) => {
      const response = await handle(request);
      return request.method === 'GET' && response.status === 404 ? json(200, 'null') : response;
    }),
  },
  {
    id: 'get-reads-once',
    breaks: 'caches the first result of GET for ever',
    killedBy: 'state-post-replaces',
    create: withStore((store) => {
      const kept = new Map<string, Location | undefined>();
      return {
        async get(id) {
          if (!kept.has(id)) kept.set(id, await store.get(id));
          return kept.get(id);
        },
      };
    }),
  },
  {
    id: 'get-creates',
    breaks: 'creates the record that GET does not find',
    killedBy: 'state-put-absent',
    create: withStore((store) => ({
      async get(id) {
        const found = await store.get(id);
        if (!found) await store.put(id, { coordinates: { latitude: 0, longitude: 0 } });
        return found;
      },
    })),
  },
  {
    id: 'json-before-existence',
    breaks: 'checks the JSON of PUT before it checks that the record exists',
    killedBy: 'check-put-invalid-utf8-absent',
    create: around(async (handle, request) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || response.status !== 404) return response;
      const trial = await handle(deriveRequest(request, { method: 'POST', target: '/trial' }));
      await handle(deriveRequest(request, { method: 'DELETE', target: '/trial' }));
      return trial.status === 400 ? trial : response;
    }),
  },
  {
    id: 'body-before-type',
    breaks: 'checks that there is a body before it checks the content type',
    killedBy: 'check-post-type-before-body',
    create: around(async (handle, request) =>
      isWrite(request) && (await textOf(request)) === ''
        ? errorResponse(400, 'Body content is missing')
        : handle(request),
    ),
  },
  {
    id: 'id-before-type',
    breaks: 'checks the identifier before the content type',
    killedBy: 'check-put-type-before-id',
    create: changingRequests((request) =>
      isWrite(request) && request.target === '/' ? { headers: { 'content-type': ['application/json'] } } : {},
    ),
  },
  {
    id: 'body-before-id',
    breaks: 'checks that there is a body before it checks the identifier',
    killedBy: 'check-put-id-before-body',
    create: around(async (handle, request) => {
      const onRoot = isWrite(request) && request.target === '/' && request.headers['content-type'];
      return onRoot && (await textOf(request)) === ''
        ? errorResponse(400, 'Body content is missing')
        : handle(request);
    }),
  },
  {
    id: 'existence-before-body',
    breaks: 'checks that PUT finds a record before it checks that there is a body',
    killedBy: 'response-error-put-body',
    create: around(async (handle, request) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || !response.body.toString().includes('Body content')) return response;
      return handle(deriveRequest(request, { body: async () => Buffer.from('{') }));
    }),
  },
  {
    id: 'delete-checks-type',
    breaks: 'requires a content type for DELETE',
    killedBy: 'state-delete-removes',
    create: around(async (handle, request) =>
      request.method === 'DELETE' && !request.headers['content-type']
        ? errorResponse(400, 'Content-type is wrong, it must be JSON')
        : handle(request),
    ),
  },
];
