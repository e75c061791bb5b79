import type { LocationResponse } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import {
  addingHeaders,
  around,
  changingAnswers,
  changingAnswerTexts,
  type HandlerMutant,
  isWrite,
  json,
  withOptions,
  withoutHeader,
  withStore,
} from './handler-mutant.ts';

function isDone({ status, body }: LocationResponse): boolean {
  return status === 200 && body === '';
}

/** Services that response otherwise than SPEC says. */
export const answerMutants: readonly HandlerMutant[] = [
  {
    id: 'head-has-a-body',
    breaks: 'answers HEAD with a body',
    killedBy: 'method-head-record',
    create: around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'GET') })),
    ),
  },
  {
    id: 'head-without-length',
    breaks: 'answers HEAD without the length',
    killedBy: 'method-head-record-length',
    create: withoutHeader('Content-Length', 'HEAD'),
  },
  {
    id: 'head-without-type',
    breaks: 'answers HEAD without the content type',
    killedBy: 'method-head-record',
    create: withoutHeader('Content-Type', 'HEAD'),
  },
  {
    id: 'head-is-405',
    breaks: 'does not know HEAD',
    killedBy: 'method-head-list',
    create: around((handle, request) =>
      handle(deriveRequest(request, { method: request.method.replace('HEAD', 'TRACE') })),
    ),
  },
  {
    id: 'created-is-201',
    breaks: 'answers 201 to POST',
    killedBy: 'response-post-created',
    create: changingAnswers((response, { method }) =>
      method === 'POST' && isDone(response) ? { ...response, status: 201 } : response,
    ),
  },
  {
    id: 'done-is-204',
    breaks: 'answers 204 to DELETE',
    killedBy: 'response-delete',
    create: changingAnswers((response, { method }) =>
      method === 'DELETE' && isDone(response) ? { ...response, status: 204 } : response,
    ),
  },
  {
    id: 'write-returns-the-record',
    breaks: 'answers POST with the record',
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
    breaks: 'answers POST with a Location header',
    killedBy: 'response-nothing-added',
    create: addingHeaders(
      { Location: '/a' },
      (response, { method }) => method === 'POST' && isDone(response),
    ),
  },
  {
    id: 'type-on-empty-answers',
    breaks: 'gives empty answers a content type',
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
    breaks: 'says what it is made with',
    killedBy: 'state-absent',
    create: addingHeaders({ 'X-Powered-By': 'Express' }, ({ status }) => status === 404),
  },
  {
    id: 'cors-on-errors',
    breaks: 'lets pages of any origin read what was not found',
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
    breaks: 'makes a write from a page of a foreign origin and then refuses it',
    killedBy: 'response-without-cors',
    create: around(async (handle, request) => {
      const response = await handle(request);
      return isWrite(request) && request.headers.origin ? errorResponse(403, 'Not from there') : response;
    }),
  },
  {
    id: 'errors-in-plain-text',
    breaks: 'gives errors the content type text/plain',
    killedBy: 'response-error-put-id',
    create: addingHeaders({ 'Content-Type': 'text/plain' }, ({ status }) => status >= 400),
  },
  {
    id: 'errors-under-another-name',
    breaks: 'calls the message of an error "error"',
    killedBy: 'response-error-put-id',
    create: changingAnswerTexts((text) => text.replace('{"error_message"', '{"error"')),
  },
  {
    id: 'errors-with-a-status',
    breaks: 'adds the status to the Error object',
    killedBy: 'response-error-put-id',
    create: changingAnswers((response) =>
      response.status < 400
        ? response
        : json(response.status, String(response.body).replace('}', ',"status":400}')),
    ),
  },
  {
    id: 'length-in-characters',
    breaks: 'counts the length of a response in characters',
    killedBy: 'target-unknown-head',
    create: changingAnswers((response) =>
      typeof response.body === 'string'
        ? { ...response, headers: { ...response.headers, 'Content-Length': String(response.body.length) } }
        : response,
    ),
  },
  {
    id: 'json-indented',
    breaks: 'writes JSON with white space',
    killedBy: 'response-error-put-id',
    create: changingAnswerTexts((text) => JSON.stringify(JSON.parse(text), undefined, 1)),
  },
  {
    id: 'null-description-written',
    breaks: 'writes an absent description as null',
    killedBy: 'state-post-removes-description',
    create: withOptions(() => ({ absentDescription: 'null' })),
  },
  {
    id: 'null-description-never-written',
    breaks: 'leaves an absent description out although it is told to write null',
    killedBy: 'shape-absent-null',
    create: withOptions(() => ({ absentDescription: 'omit' })),
  },
  {
    id: 'list-of-objects',
    breaks: 'lists objects instead of pairs',
    killedBy: 'list-one',
    create: changingAnswerTexts((text) =>
      text.startsWith('[')
        ? JSON.stringify(JSON.parse(text).map(([id, location]: [string, object]) => ({ id, ...location })))
        : text,
    ),
  },
  {
    id: 'list-as-a-map',
    breaks: 'lists an object of Locations by identifier',
    killedBy: 'list-empty',
    create: changingAnswerTexts((text) =>
      text.startsWith('[') ? JSON.stringify(Object.fromEntries(JSON.parse(text))) : text,
    ),
  },
  {
    id: 'list-of-triples',
    breaks: 'lists the position of a record after its Location',
    killedBy: 'list-pairs',
    create: changingAnswerTexts((text) => {
      if (!text.startsWith('[')) return text;
      return JSON.stringify(JSON.parse(text).map((pair: unknown[], index: number) => [...pair, index]));
    }),
  },
  {
    id: 'list-not-closed',
    breaks: 'forgets the bracket at the end of the list',
    killedBy: 'list-empty',
    create: changingAnswerTexts((text) => (text.startsWith('[') ? text.slice(0, -1) : text)),
  },
  {
    id: 'list-of-one-page',
    breaks: 'lists the first hundred records',
    killedBy: 'list-long',
    create: withStore((store) => ({
      async *list() {
        for await (const batch of store.list()) {
          yield batch.slice(0, 100);
          return;
        }
      },
    })),
  },
  {
    id: 'options-is-204',
    breaks: 'answers 204 to OPTIONS',
    killedBy: 'method-options-record',
    create: changingAnswers((response, { method }) =>
      method === 'OPTIONS' ? { ...response, status: 204 } : response,
    ),
  },
  {
    id: 'options-of-unknown-route-is-404',
    breaks: 'answers OPTIONS on an unknown route with 404',
    killedBy: 'base-path-options',
    create: changingAnswers((response, { method, target }) =>
      method === 'OPTIONS' && target.lastIndexOf('/') > 0 ? errorResponse(404, 'Route not found') : response,
    ),
  },
  {
    id: '405-without-allow',
    breaks: 'answers 405 without saying what is allowed',
    killedBy: 'method-unknown',
    create: changingAnswers((response) =>
      response.status === 405 ? errorResponse(405, 'Method not allowed') : response,
    ),
  },
  {
    id: 'unknown-method-is-501',
    breaks: 'answers 501 to a method that it does not know',
    killedBy: 'response-error-method',
    create: changingAnswers((response) =>
      response.status === 405 ? { ...response, status: 501 } : response,
    ),
  },
];
