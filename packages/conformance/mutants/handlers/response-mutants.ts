import type { LocationResponse } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import {
  addingHeaders,
  around,
  changingResponses,
  changingResponseTexts,
  type HandlerMutant,
  isWrite,
  json,
  withOptions,
  withoutHeader,
} from './handler-mutant.ts';

function isDone({ status, body }: LocationResponse): boolean {
  return status === 200 && body === '';
}

/** Services whose responses break SPEC. */
export const responseMutants: readonly HandlerMutant[] = [
  {
    id: 'head-has-a-body',
    breaks: 'sends a body in response to HEAD',
    killedBy: 'method-head-record',
    create: around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'GET') })),
    ),
  },
  {
    id: 'head-without-length',
    breaks: 'leaves out the length in response to HEAD',
    killedBy: 'method-head-record-length',
    create: withoutHeader('Content-Length', 'HEAD'),
  },
  {
    id: 'head-without-type',
    breaks: 'leaves out the content type in response to HEAD',
    killedBy: 'method-head-record',
    create: withoutHeader('Content-Type', 'HEAD'),
  },
  {
    id: 'head-is-405',
    breaks: 'refuses HEAD as an unknown method',
    killedBy: 'method-head-list',
    create: around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'TRACE') })),
    ),
  },
  {
    id: 'created-is-201',
    breaks: 'responds to POST with 201',
    killedBy: 'response-post-created',
    create: changingResponses((response, { method }) =>
      method === 'POST' && isDone(response) ? { ...response, status: 201 } : response,
    ),
  },
  {
    id: 'done-is-204',
    breaks: 'responds to DELETE with 204',
    killedBy: 'response-delete',
    create: changingResponses((response, { method }) =>
      method === 'DELETE' && isDone(response) ? { ...response, status: 204 } : response,
    ),
  },
  {
    id: 'write-returns-the-record',
    breaks: 'responds to POST with the record',
    killedBy: 'response-post-created',
    create: around(async (handle, request) => {
      const response = await handle(request);
      return request.method === 'POST' && isDone(response)
        ? handle(deriveRequest(request, { method: 'GET' }))
        : response;
    }),
  },
  {
    id: 'location-header',
    breaks: 'adds a Location header to the response to POST',
    killedBy: 'response-nothing-added',
    create: addingHeaders(
      { Location: '/a' },
      (response, { method }) => method === 'POST' && isDone(response),
    ),
  },
  {
    id: 'type-on-empty-answers',
    breaks: 'adds a content type to empty responses',
    killedBy: 'response-post-created',
    create: addingHeaders({ 'Content-Type': 'application/json' }, isDone),
  },
  {
    id: 'charset-added',
    breaks: 'adds a charset to the content type',
    killedBy: 'list-empty',
    create: addingHeaders({ 'Content-Type': 'application/json; charset=utf-8' }, ({ body }) => body !== ''),
  },
  {
    id: 'etag-added',
    breaks: 'adds an ETag',
    killedBy: 'response-nothing-added',
    create: addingHeaders({ ETag: '"1"' }, ({ status }) => status === 200),
  },
  {
    id: 'powered-by-added',
    breaks: 'names its framework',
    killedBy: 'state-absent',
    create: addingHeaders({ 'X-Powered-By': 'Express' }, ({ status }) => status === 404),
  },
  {
    id: 'cors-on-errors',
    breaks: 'lets pages of any origin read its 404 responses',
    killedBy: 'response-without-cors',
    create: addingHeaders({ 'Access-Control-Allow-Origin': '*' }, ({ status }) => status === 404),
  },
  {
    id: 'cors-on-writes',
    breaks: 'lets pages of any origin read the response to POST',
    killedBy: 'response-without-cors',
    create: addingHeaders({ 'Access-Control-Allow-Origin': '*' }, (_, { method }) => method === 'POST'),
  },
  {
    id: 'foreign-write-made',
    breaks: 'refuses a write from a page of a foreign origin after it has made it',
    killedBy: 'response-without-cors',
    create: around(async (handle, request) => {
      const response = await handle(request);
      return isWrite(request) && request.headers.origin ? errorResponse(403, 'Not from there') : response;
    }),
  },
  {
    id: 'errors-in-plain-text',
    breaks: 'sends errors as text/plain',
    killedBy: 'response-error-put-id',
    create: addingHeaders({ 'Content-Type': 'text/plain' }, ({ status }) => status >= 400),
  },
  {
    id: 'errors-under-another-name',
    breaks: 'names the member for the message of an error "error"',
    killedBy: 'response-error-put-id',
    create: changingResponseTexts((text) => text.replace('{"error_message"', '{"error"')),
  },
  {
    id: 'errors-with-a-status',
    breaks: 'adds the status to the Error object',
    killedBy: 'response-error-put-id',
    create: changingResponses((response) =>
      response.status < 400
        ? response
        : json(response.status, String(response.body).replace('}', ',"status":400}')),
    ),
  },
  {
    id: 'length-in-characters',
    breaks: 'counts the length of a response in characters',
    killedBy: 'response-json-length',
    create: changingResponses((response) =>
      typeof response.body === 'string' && response.body !== ''
        ? { ...response, headers: { ...response.headers, 'Content-Length': String(response.body.length) } }
        : response,
    ),
  },
  {
    id: 'json-indented',
    breaks: 'sends JSON with white space',
    killedBy: 'response-error-put-id',
    create: changingResponseTexts((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
  },
  {
    id: 'null-description-written',
    breaks: 'sends an absent description as null',
    killedBy: 'state-post-removes-description',
    create: withOptions(() => ({ absentDescription: 'null' })),
  },
  {
    id: 'null-description-never-written',
    breaks: 'leaves out an absent description although the option says null',
    killedBy: 'shape-absent-null',
    create: withOptions(() => ({ absentDescription: 'omit' })),
  },
  {
    id: 'options-is-204',
    breaks: 'responds to OPTIONS with 204',
    killedBy: 'method-options-record',
    create: changingResponses((response, { method }) =>
      method === 'OPTIONS' ? { ...response, status: 204 } : response,
    ),
  },
  {
    id: 'options-of-unknown-route-is-404',
    breaks: 'responds to OPTIONS on an unknown route with 404',
    killedBy: 'base-path-options',
    create: changingResponses((response, { method, target }) =>
      method === 'OPTIONS' && target.lastIndexOf('/') > 0 ? errorResponse(404, 'Route not found') : response,
    ),
  },
  {
    id: '405-without-allow',
    breaks: 'responds with 405 without Allow',
    killedBy: 'method-unknown',
    create: changingResponses((response) =>
      response.status === 405 ? errorResponse(405, 'Method not allowed') : response,
    ),
  },
  {
    id: 'unknown-method-is-501',
    breaks: 'responds to an unknown method with 501',
    killedBy: 'response-error-method',
    create: changingResponses((response) =>
      response.status === 405 ? { ...response, status: 501 } : response,
    ),
  },
];
