import { Buffer } from 'node:buffer';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type Location,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { storeOver } from '@location-records/dev-kit';

/** A single fault that implementers make, and the service that has it. */
export interface FaultyService {
  readonly fault: string;
  /** The one clause that it breaks. */
  readonly clause: string;
  /**
   * The number of findings, where the fault shows in more than one way.
   * @default 1
   */
  readonly findings?: number;
  /**
   * The largest number of cases that may fail. All others that meet the fault judge their own rules.
   * @default 10
   */
  readonly maxFailed?: number;
  readonly create: () => Handler;
}

interface Changed {
  readonly status: number;
  readonly text: string;
}

const correct = () => createHandler({ store: createMemoryStore() });

async function textOf({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}

/** The service with a change to every response. HEAD has the changed response of GET. */
function changing(change: (response: Changed, request: LocationRequest) => Changed): () => Handler {
  return () => {
    const handle = correct();
    return async (request): Promise<LocationResponse> => {
      const isHead = request.method === 'HEAD';
      const response = await handle(isHead ? deriveRequest(request, { method: 'GET' }) : request);
      const { status, text } = change({ status: response.status, text: await textOf(response) }, request);
      const headers = { ...response.headers };
      if (headers['Content-Length'] !== undefined)
        headers['Content-Length'] = String(Buffer.byteLength(text));
      return { ...response, status, headers, body: isHead ? '' : text };
    };
  };
}

/** The service with a change to every text that it sends. */
function writing(change: (text: string) => string): () => Handler {
  return changing(({ status, text }) => ({ status, text: change(text) }));
}

/** The service with a detour of every request. */
function detouring(
  detour: (request: LocationRequest, handle: Handler) => ReturnType<Handler>,
): () => Handler {
  return () => {
    const handle = correct();
    return (request) => detour(request, handle);
  };
}

/** The service over a store with other methods. */
function storing(own: (store: LocationStore) => Partial<LocationStore>): () => Handler {
  return () => {
    const store = createMemoryStore();
    return createHandler({ store: storeOver(store, own(store)) });
  };
}

/** The service that stores another Location than the client sent. */
function keeping(change: (location: Location) => Location): () => Handler {
  return storing((store) => ({
    put: (id, location) => store.put(id, change(location)),
    replace: (id, location) => store.replace(id, change(location)),
  }));
}

const isWrite = ({ method }: LocationRequest) => method === 'POST' || method === 'PUT';
const askFor = (request: LocationRequest, handle: Handler) =>
  handle(deriveRequest(request, { method: 'GET' }));

/** Faults that implementers of the specification are likely to make. */
export const faultyServices: readonly FaultyService[] = [
  {
    fault: 'DELETE of an absent record is 404',
    clause: 'SPEC 3',
    create: detouring(async (request, handle) => {
      const got = request.method === 'DELETE' ? await askFor(request, handle) : undefined;
      return got?.status === 404 ? got : handle(request);
    }),
  },
  {
    fault: 'POST that creates a record is 201',
    clause: 'SPEC 4',
    create: detouring(async (request, handle) => {
      const isNew = request.method === 'POST' && (await askFor(request, handle)).status === 404;
      const response = await handle(request);
      return isNew && response.status === 200 ? { ...response, status: 201 } : response;
    }),
  },
  {
    fault: 'a write is 202',
    clause: 'SPEC 4',
    create: changing(({ status, text }, { method }) => ({
      status: /^(P|DEL)/.test(method) && status === 200 ? 202 : status,
      text,
    })),
  },
  {
    fault: 'PUT creates a record',
    clause: 'SPEC 4.3',
    create: detouring(async (request, handle) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || response.status !== 404) return response;
      const created = await handle(deriveRequest(request, { method: 'POST' }));
      return created.status === 200 ? created : response;
    }),
  },
  {
    fault: '422 for 400',
    clause: 'SPEC 7',
    create: changing(({ status, text }) => ({ status: status === 400 ? 422 : status, text })),
  },
  {
    fault: 'a content type with parameters is refused',
    clause: 'SPEC 4.5.1',
    maxFailed: 18,
    create: detouring((request, handle) => {
      const types = request.headers['content-type'] ?? [];
      const isRefused = isWrite(request) && types.some((type) => type.includes(';'));
      const headers = { ...request.headers, 'content-type': ['text/plain'] };
      return handle(isRefused ? deriveRequest(request, { headers }) : request);
    }),
  },
  {
    fault: 'PUT checks the JSON before the existence of the record',
    clause: 'SPEC 4.5.5',
    create: detouring(async (request, handle) => {
      if (request.method !== 'PUT') return handle(request);
      const tried = await correct()(deriveRequest(request, { method: 'POST' }));
      return tried.status === 400 ? tried : handle(request);
    }),
  },
  {
    fault: 'a description is cut after 255 characters',
    clause: 'SPEC 4.5.7',
    create: keeping(({ description, coordinates }) =>
      description === undefined
        ? { coordinates }
        : { description: [...description].slice(0, 255).join(''), coordinates },
    ),
  },
  {
    fault: 'the list is an object by identifier',
    clause: 'SPEC 4.7',
    findings: 2,
    create: writing((text) =>
      text.startsWith('[') ? JSON.stringify(Object.fromEntries(JSON.parse(text))) : text,
    ),
  },
  {
    fault: 'the member of an Error object is called message',
    clause: 'SPEC 4.8',
    create: writing((text) => text.replace(/^\{"error_message":/, '{"message":')),
  },
  {
    fault: 'an error has a title and a detail',
    clause: 'SPEC 4.8',
    create: writing((text) => text.replace(/^\{"error_message":/, '{"title":"Error","detail":')),
  },
  {
    fault: 'a 404 does not have the identifier',
    clause: 'SPEC 7',
    create: writing((text) => text.replace(/^(\{"error_message":"Resource not found): .*/s, '$1"}')),
  },
  {
    fault: 'the 404 of PUT has the message of GET',
    clause: 'SPEC 7',
    create: changing(({ status, text }, { method }) => ({
      status,
      text: method === 'PUT' ? text.replace('Location not found', 'Resource not found') : text,
    })),
  },
  {
    fault: 'HEAD says that the length is 0',
    clause: 'D12',
    findings: 2,
    create: detouring(async (request, handle) => {
      const response = await handle(request);
      if (request.method !== 'HEAD') return response;
      return { ...response, headers: { ...response.headers, 'Content-Length': '0' } };
    }),
  },
  {
    fault: 'unknown members are accepted',
    clause: 'D29',
    create: () => createHandler({ store: createMemoryStore(), unknownMembers: 'ignore' }),
  },
  {
    fault: 'the JSON has a blank',
    clause: 'D35',
    create: writing((text) => text.replace(/^\{"/, '{ "')),
  },
  {
    fault: 'the JSON has blanks after commas and colons',
    clause: 'D35',
    create: writing((text) =>
      text.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) => (part.length === 1 ? `${part} ` : part)),
    ),
  },
  {
    fault: 'coordinates come before the description',
    clause: 'D35',
    create: writing((text) =>
      text.replace(/("description":"(?:[^"\\]|\\.)*"),("coordinates":\{[^}]*\})/g, '$2,$1'),
    ),
  },
  {
    fault: 'characters beyond ASCII are escaped',
    clause: 'D35',
    create: writing((text) =>
      text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
];
