import { createHandler, createMemoryStore } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import {
  askFor,
  cachingRecords,
  changing,
  decoded,
  detouring,
  failing,
  ignoringDelete,
  ignoringPost,
  ignoringPut,
  isRead,
  isWrite,
  keeping,
  listingSeldom,
  losingUpdates,
  naming,
  refusal,
  rewriting,
  saying,
  segmentIn,
  sending,
  storing,
  textOf,
  writing,
} from './faulty-handlers.ts';
import type { FaultyService } from './faulty-services.ts';

const rounded = (value: number) => Number(value.toFixed(6));

/** Faults that show in many cases: in lists, identifiers, messages and numbers. */
export const faultyValues: readonly FaultyService[] = [
  {
    fault: 'the list is stale',
    clauses: ['SPEC 4.7'],
    create: listingSeldom,
  },
  {
    fault: 'identifiers are in lower case',
    clauses: ['D1'],
    create: naming((id) => id.toLowerCase()),
  },
  {
    fault: 'identifiers are decoded twice',
    clauses: ['D2'],
    create: naming((id) => decoded(id) || id),
  },
  {
    fault: 'identifiers are normalised',
    clauses: ['D1'],
    create: naming((id) => id.normalize('NFC')),
  },
  {
    fault: 'messages are in lower case',
    clauses: ['SPEC 7'],
    create: saying((message) => message.toLowerCase()),
  },
  {
    fault: 'messages end with a full stop',
    clauses: ['SPEC 7'],
    create: saying((message) => `${message}.`),
  },
  {
    fault: 'coordinates have six digits',
    clauses: ['D31'],
    create: keeping(({ coordinates: { latitude, longitude }, ...others }) => ({
      ...others,
      coordinates: { latitude: rounded(latitude), longitude: rounded(longitude) },
    })),
  },
  {
    fault: 'coordinates beyond the ranges of the earth are refused',
    clauses: ['D32'],
    create: () => createHandler({ store: createMemoryStore(), strictCoordinates: true }),
  },
  {
    fault: '404 for 405',
    clauses: ['D14'],
    create: changing(({ status, text }) => ({ status: status === 405 ? 404 : status, text })),
  },
  {
    fault: 'an unknown method is an unknown route',
    clauses: ['D14'],
    create: changing(({ status, text }) =>
      status === 405 ? { status: 404, text: '{"error_message":"Route not found"}' } : { status, text },
    ),
  },
  {
    fault: 'an unknown route is an unknown method',
    clauses: ['D4'],
    create: changing(({ status, text }) =>
      text.includes('Route not found')
        ? { status: 405, text: '{"error_message":"Method not allowed"}' }
        : { status, text },
    ),
  },
  {
    fault: 'identifiers are trimmed',
    clauses: ['D1'],
    create: naming((id) => id.trim() || id),
  },
  {
    fault: 'endings of identifiers are ignored',
    clauses: ['D1'],
    create: naming((id) => id.replace(/(?<=.)\.[a-z]{3,4}$/, '')),
  },
  {
    fault: 'a plus in an identifier is a space',
    clauses: ['D2'],
    create: naming((id) => id.replaceAll('+', ' ')),
  },
  {
    fault: 'descriptions are trimmed',
    clauses: ['SPEC 4.5.7'],
    create: keeping(({ description, ...others }) =>
      description === undefined ? others : { description: description.trim(), ...others },
    ),
  },
  {
    fault: 'quotes in descriptions are markup',
    clauses: ['SPEC 4.5.7'],
    create: keeping(({ description, ...others }) =>
      description === undefined ? others : { description: description.replaceAll('"', '&quot;'), ...others },
    ),
  },
  {
    fault: 'the list has a record twice',
    clauses: ['SPEC 4.7'],
    create: writing((text) => text.replace(/^\[(\["(?:[^"\\]|\\.)*",\{.*?\}\}\])/s, '[$1,$1')),
  },
  {
    fault: 'POST of a present record is 409',
    clauses: ['SPEC 3'],
    create: detouring(async (request, handle) => {
      const isPresent = request.method === 'POST' && (await askFor(request, handle)).status === 200;
      const isRecord = isPresent && request.target !== '/';
      return isRecord ? refusal(409, 'Already exists') : handle(request);
    }),
  },
  {
    fault: 'POST of a present record changes nothing',
    clauses: ['SPEC 3'],
    create: storing(ignoringPost),
  },
  {
    fault: 'the third PUT of a record changes nothing',
    clauses: ['SPEC 3'],
    create: () => {
      const counts = new Map<string, number>();
      return storing((store) => ({
        replace: async (id, location) => {
          counts.set(id, (counts.get(id) ?? 0) + 1);
          return counts.get(id) === 3 ? (await store.get(id)) !== undefined : store.replace(id, location);
        },
      }))();
    },
  },
  {
    fault: 'PUT of a present record changes nothing',
    clauses: ['SPEC 3'],
    create: storing(ignoringPut),
  },
  {
    fault: 'DELETE changes nothing',
    clauses: ['SPEC 3'],
    create: storing(ignoringDelete),
  },
  {
    fault: 'a cache of GET keeps records after writes',
    clauses: ['SPEC 3'],
    create: cachingRecords,
  },
  {
    fault: 'PUT creates a record with 201',
    clauses: ['SPEC 4.3'],
    create: detouring(async (request, handle) => {
      const isNew = request.method === 'PUT' && (await askFor(request, handle)).status === 404;
      if (!isNew) return handle(request);
      const created = await handle(deriveRequest(request, { method: 'POST' }));
      return created.status === 200 ? { ...created, status: 201 } : created;
    }),
  },
  {
    fault: 'invalid JSON is an unexpected failure',
    clauses: ['SPEC 4.5.6'],
    create: failing('Provided JSON is not valid'),
  },
  {
    fault: 'one request in sixty fails',
    clauses: ['SPEC 3'],
    create: () => {
      let count = 0;
      return detouring((request, handle) => {
        count++;
        return count % 60 === 0 ? Promise.resolve(refusal(500, 'Internal server error')) : handle(request);
      })();
    },
  },
  {
    fault: 'the list collapses spaces',
    clauses: ['SPEC 4.7'],
    create: rewriting(({ description, coordinates }, isListed) => ({
      description: isListed ? description?.replace(/\s+/g, ' ') : description,
      coordinates,
    })),
  },
  {
    fault: 'the length of a body is counted in characters',
    clauses: ['D35'],
    create: writing((text) => {
      const bytes = new TextEncoder().encode(text).slice(0, text.length);
      return new TextDecoder().decode(bytes, { stream: true });
    }),
  },
  {
    fault: 'identifiers have only letters, digits and three signs',
    clauses: ['D1'],
    create: detouring(async (request, handle) => {
      const id = segmentIn(request);
      const isRefused = !/^[\w.-]*$/.test(decoded(id));
      return isRefused ? refusal(400, 'Location identifier is not valid') : handle(request);
    }),
  },
  {
    fault: 'the query is part of the identifier',
    clauses: ['D7'],
    create: detouring((request, handle) =>
      handle(deriveRequest(request, { target: request.target.replaceAll('?', '%3F') })),
    ),
  },
  {
    fault: 'HEAD is an unknown method',
    clauses: ['D12'],
    create: detouring(async (request, handle) => {
      if (request.method !== 'HEAD') return handle(request);
      return { ...refusal(405, 'Method not allowed'), body: '' };
    }),
  },
  {
    fault: 'OPTIONS is an unknown method',
    clauses: ['D13'],
    create: detouring((request, handle) =>
      handle(request.method === 'OPTIONS' ? deriveRequest(request, { method: 'PATCH' }) : request),
    ),
  },
  {
    fault: 'POST on the root is an unknown method',
    clauses: ['D8'],
    create: detouring(async (request, handle) => {
      const response = await handle(request);
      const isOnRoot =
        request.method === 'POST' && (await textOf(response)).includes('identifier is missing');
      return isOnRoot ? refusal(405, 'Method not allowed') : response;
    }),
  },
  {
    fault: 'errors are pages',
    clauses: ['SPEC 4.8'],
    create: detouring(async (request, handle) => {
      const response = await handle(request);
      if (response.status < 400) return response;
      const body = `<html>${response.status}</html>`;
      const own = { 'Content-Type': 'text/html', 'Content-Length': String(body.length) };
      const headers = { ...response.headers, ...own };
      return { ...response, headers, body: request.method === 'HEAD' ? '' : body };
    }),
  },
  {
    fault: 'a record is removed with those whose identifiers begin with its own',
    clauses: ['SPEC 3'],
    create: storing((store) => ({
      delete: async (id) => {
        for await (const batch of store.list()) {
          const ids = batch.map(([key]) => key).filter((key) => key.startsWith(id));
          await Promise.all(ids.map((key) => store.delete(key)));
        }
      },
    })),
  },
  {
    fault: 'HEAD of everything is 404',
    clauses: ['D12'],
    create: detouring(async (request, handle) => {
      if (request.method !== 'HEAD') return handle(request);
      return { ...refusal(404, ''), body: '' };
    }),
  },
  {
    fault: 'a read or write of an identifier that cannot be decoded is an unexpected failure',
    clauses: ['D3'],
    create: detouring(async (request, handle) => {
      const id = segmentIn(request);
      const isFailure = id !== '' && decoded(id) === '' && (isWrite(request) || isRead(request));
      if (!isFailure) return handle(request);
      const failure = refusal(500, 'Internal server error');
      return request.method === 'HEAD' ? { ...failure, body: '' } : failure;
    }),
  },
  {
    fault: 'a removed record cannot be created again',
    clauses: ['SPEC 3'],
    create: () => {
      const removed = new Set<string>();
      return storing((store) => ({
        put: async (id, location) => (removed.has(id) ? undefined : store.put(id, location)),
        delete: (id) => {
          removed.add(id);
          return store.delete(id);
        },
      }))();
    },
  },
  {
    fault: 'a description of more than 255 characters is refused',
    clauses: ['SPEC 4.5.7'],
    create: sending(({ description = '' }) =>
      description.length > 255 ? refusal(400, 'Provided JSON is not valid') : undefined,
    ),
  },
  {
    fault: 'a description with characters beyond U+FFFF is an unexpected failure',
    clauses: ['SPEC 4.5.7'],
    create: sending(({ description = '' }) =>
      /[\ud800-\udfff]/.test(description) ? refusal(500, 'Internal server error') : undefined,
    ),
  },
  {
    fault: 'a coordinate of zero is missing',
    clauses: ['D31'],
    create: sending(({ coordinates: { latitude, longitude } }) =>
      latitude && longitude ? undefined : refusal(400, 'Provided JSON is not valid'),
    ),
  },
  {
    fault: 'a write undoes those that other requests make at the same time',
    clauses: ['D42'],
    create: losingUpdates,
  },
  {
    fault: 'DELETE comes late',
    clauses: ['SPEC 3'],
    create: storing((store) => ({
      delete: async (id) => {
        setTimeout(() => store.delete(id));
      },
    })),
  },
  {
    fault: 'a write comes late',
    clauses: ['SPEC 3'],
    create: storing((store) => ({
      put: async (id, location) => {
        setTimeout(() => store.put(id, location));
      },
    })),
  },
];
