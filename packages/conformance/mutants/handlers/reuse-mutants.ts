import { addingHeaders, type HandlerMutant } from './handler-mutant.ts';

/** Services with fields that let a client use a response again. */
export const reuseMutants: readonly HandlerMutant[] = [
  {
    id: 'cache-control-added',
    breaks: 'lets clients keep a record for a minute',
    killedBy: 'response-not-cached',
    create: addingHeaders(
      { 'Cache-Control': 'max-age=60' },
      ({ status }, { method, target }) => method === 'GET' && status === 200 && target !== '/',
    ),
  },
  {
    id: 'absence-cached',
    breaks: 'lets clients keep the response that a record is absent',
    killedBy: 'response-not-cached',
    create: addingHeaders({ 'Cache-Control': 'public, max-age=60' }, ({ status }) => status === 404),
  },
  {
    id: 'expires-added',
    breaks: 'states when the list expires',
    killedBy: 'response-not-cached',
    create: addingHeaders({ Expires: 'Fri, 01 Jan 2100 00:00:00 GMT' }, (_, { target }) => target === '/'),
  },
  {
    id: 'last-modified-added',
    breaks: 'states when the record of a successful PUT was modified',
    killedBy: 'response-not-cached',
    create: addingHeaders(
      { 'Last-Modified': 'Sun, 22 Nov 2026 10:00:00 GMT' },
      ({ status }, { method }) => method === 'PUT' && status === 200,
    ),
  },
  {
    id: 'age-added',
    breaks: 'states the age of its response to OPTIONS',
    killedBy: 'response-not-cached',
    create: addingHeaders({ Age: '60' }, (_, { method }) => method === 'OPTIONS'),
  },
];
