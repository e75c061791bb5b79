import { STATUS_CODES } from 'node:http';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import {
  askFor,
  changing,
  correct,
  detouring,
  isWrite,
  keeping,
  missingRecords,
  rewriting,
  writing,
} from './faulty-handlers.ts';

/** A single fault that implementers make, and the service that has it. */
export interface FaultyService {
  readonly fault: string;
  /** The clauses of its findings: more than one where the fault shows in more than one way. */
  readonly clauses: readonly string[];
  readonly create: () => Handler;
}

/** Faults that implementers of the specification are likely to make. */
export const faultyServices: readonly FaultyService[] = [
  {
    fault: 'DELETE of an absent record is 404',
    clauses: ['SPEC 3'],
    create: () => missingRecords(correct()),
  },
  {
    fault: 'POST that creates a record is 201',
    clauses: ['SPEC 4'],
    create: detouring(async (request, handle) => {
      const isNew = request.method === 'POST' && (await askFor(request, handle)).status === 404;
      const response = await handle(request);
      return isNew && response.status === 200 ? { ...response, status: 201 } : response;
    }),
  },
  {
    fault: 'a write is 202',
    clauses: ['SPEC 4'],
    create: changing(({ status, text }, { method }) => ({
      status: /^(P|DEL)/.test(method) && status === 200 ? 202 : status,
      text,
    })),
  },
  {
    fault: 'PUT creates a record, as POST does',
    clauses: ['SPEC 4.3'],
    create: detouring((request, handle) =>
      handle(request.method === 'PUT' ? deriveRequest(request, { method: 'POST' }) : request),
    ),
  },
  {
    fault: 'PUT creates a record, and refuses an invalid body of an absent one with 404',
    clauses: ['SPEC 4.3'],
    create: detouring(async (request, handle) => {
      const response = await handle(request);
      if (request.method !== 'PUT' || response.status !== 404) return response;
      const created = await handle(deriveRequest(request, { method: 'POST' }));
      return created.status === 200 ? created : response;
    }),
  },
  {
    fault: '422 for 400',
    clauses: ['SPEC 7'],
    create: changing(({ status, text }) => ({ status: status === 400 ? 422 : status, text })),
  },
  {
    fault: 'a content type with parameters is refused',
    clauses: ['SPEC 4.5.1'],
    create: detouring((request, handle) => {
      const types = request.headers['content-type'] ?? [];
      const isRefused = isWrite(request) && types.some((type) => type.includes(';'));
      const headers = { ...request.headers, 'content-type': ['text/plain'] };
      return handle(isRefused ? deriveRequest(request, { headers }) : request);
    }),
  },
  {
    fault: 'PUT checks the JSON before the existence of the record',
    clauses: ['SPEC 4.5.5'],
    create: detouring(async (request, handle) => {
      if (request.method !== 'PUT') return handle(request);
      const tried = await correct()(deriveRequest(request, { method: 'POST' }));
      return tried.status === 400 ? tried : handle(request);
    }),
  },
  {
    fault: 'a description is cut after 255 characters',
    clauses: ['SPEC 4.5.7'],
    create: keeping(({ description, coordinates }) =>
      description === undefined
        ? { coordinates }
        : { description: [...description].slice(0, 255).join(''), coordinates },
    ),
  },
  {
    fault: 'the list is an object by identifier',
    clauses: ['SPEC 4.7'],
    create: writing((text) =>
      text.startsWith('[') ? JSON.stringify(Object.fromEntries(JSON.parse(text))) : text,
    ),
  },
  {
    fault: 'the member of an Error object is called message',
    clauses: ['SPEC 4.8'],
    create: writing((text) => text.replace(/^\{"error_message":/, '{"message":')),
  },
  {
    fault: 'an error has a title and a detail',
    clauses: ['SPEC 4.8'],
    create: writing((text) => text.replace(/^\{"error_message":/, '{"title":"Error","detail":')),
  },
  {
    fault: 'an error has its status, too',
    clauses: ['SPEC 4.8'],
    create: changing(({ status, text }) => ({
      status,
      text: status < 400 ? text : text.replace(/\}$/, `,"status":${status}}`),
    })),
  },
  {
    fault: 'the message of an error is the name of its status',
    clauses: ['SPEC 7'],
    create: changing(({ status, text }) => ({
      status,
      text: status < 400 ? text : JSON.stringify({ error_message: STATUS_CODES[status] }),
    })),
  },
  {
    fault: 'a body is read up to 8,192 characters',
    clauses: ['SPEC 4.5.4'],
    create: () => createHandler({ store: createMemoryStore(), bodyLimit: 8192 }),
  },
  {
    fault: 'a 404 does not have the identifier',
    clauses: ['SPEC 7'],
    create: writing((text) => text.replace(/^(\{"error_message":"Resource not found): .*/s, '$1"}')),
  },
  {
    fault: 'the 404 of PUT has the message of GET',
    clauses: ['SPEC 7'],
    create: changing(({ status, text }, { method }) => ({
      status,
      text: method === 'PUT' ? text.replace('Location not found', 'Resource not found') : text,
    })),
  },
  {
    fault: 'HEAD says that the length is 0',
    clauses: ['D12', 'D12'],
    create: detouring(async (request, handle) => {
      const response = await handle(request);
      if (request.method !== 'HEAD') return response;
      return { ...response, headers: { ...response.headers, 'Content-Length': '0' } };
    }),
  },
  {
    fault: 'unknown members are accepted',
    clauses: ['D29'],
    create: () => createHandler({ store: createMemoryStore(), unknownMembers: 'ignore' }),
  },
  {
    fault: 'the JSON has a blank',
    clauses: ['D35'],
    create: writing((text) => text.replace(/^\{"/, '{ "')),
  },
  {
    fault: 'the JSON has blanks after commas and colons',
    clauses: ['D35'],
    create: writing((text) =>
      text.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) => (part.length === 1 ? `${part} ` : part)),
    ),
  },
  {
    fault: 'coordinates come before the description',
    clauses: ['D35'],
    create: writing((text) =>
      text.replace(/("description":"(?:[^"\\]|\\.)*"),("coordinates":\{[^}]*\})/g, '$2,$1'),
    ),
  },
  {
    fault: 'characters beyond ASCII are escaped',
    clauses: ['D35'],
    create: writing((text) =>
      text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ),
  },
  {
    fault: 'a record without a description has an empty one',
    clauses: ['D28'],
    create: rewriting(({ description = '', coordinates }) => ({ description, coordinates })),
  },
  {
    fault: 'a description is lost',
    clauses: ['SPEC 4'],
    create: rewriting(({ coordinates }) => ({ coordinates })),
  },
  {
    fault: 'coordinates are texts',
    clauses: ['SPEC 4'],
    create: rewriting(({ coordinates: { latitude, longitude }, ...others }) => ({
      ...others,
      coordinates: { latitude: String(latitude), longitude: String(longitude) },
    })),
  },
  {
    fault: 'a record has its coordinates as members of its own',
    clauses: ['SPEC 4'],
    create: rewriting(({ coordinates, ...others }) => ({ ...others, ...coordinates })),
  },
  {
    fault: 'a record has another member',
    clauses: ['SPEC 4'],
    create: rewriting((location) => ({ id: 1, ...location })),
  },
  {
    fault: 'latitude and longitude are swapped',
    clauses: ['SPEC 4'],
    create: rewriting(({ coordinates: { latitude, longitude }, ...others }) => ({
      ...others,
      coordinates: { latitude: longitude, longitude: latitude },
    })),
  },
  {
    fault: 'the list loses descriptions',
    clauses: ['SPEC 4.7'],
    create: rewriting((location, isListed) => (isListed ? { coordinates: location.coordinates } : location)),
  },
];
