import { expectAllow } from '../expect.ts';
import {
  clauseOf,
  expectErrorObject,
  expectNotReplaced,
  expectProblem,
  locationNotFound,
  messages,
  resourceNotFound,
} from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { first } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { CaseRequest } from '../service.ts';

/** Every error of SPEC section 7, except the 500s (see `failures`), and the errors of DECISIONS.md. */
const problems: readonly (readonly [
  name: string,
  clause: string,
  what: string,
  request: (id: string) => CaseRequest,
  status: number,
  message: (id: string) => string,
])[] = [
  [
    'post-content-type',
    'SPEC 7',
    'POST without a content type',
    (id) => send('POST', `/${id}`, first, []),
    400,
    () => messages.contentType,
  ],
  [
    'put-content-type',
    'SPEC 7',
    'PUT without a content type',
    (id) => send('PUT', `/${id}`, first, []),
    400,
    () => messages.contentType,
  ],
  [
    'post-id',
    'SPEC 7',
    'POST without an identifier',
    () => send('POST', '/', first),
    400,
    () => messages.idMissing,
  ],
  [
    'put-id',
    'SPEC 7',
    'PUT without an identifier',
    () => send('PUT', '/', first),
    400,
    () => messages.idMissing,
  ],
  [
    'post-body',
    'SPEC 7',
    'POST without a body',
    (id) => send('POST', `/${id}`, ''),
    400,
    () => messages.bodyMissing,
  ],
  [
    'put-body',
    'SPEC 7',
    'PUT without a body',
    (id) => send('PUT', `/${id}`, ''),
    400,
    () => messages.bodyMissing,
  ],
  [
    'post-json',
    'SPEC 7',
    'POST of invalid JSON',
    (id) => send('POST', `/${id}`, '{'),
    400,
    () => messages.bodyInvalid,
  ],
  [
    'delete-id',
    'SPEC 7',
    'DELETE without an identifier',
    () => ask('DELETE', '/'),
    400,
    () => messages.deleteWithoutId,
  ],
  ['get-absent', 'SPEC 7', 'GET of an absent record', (id) => ask('GET', `/${id}`), 404, resourceNotFound],
  [
    'put-absent',
    'SPEC 7',
    'PUT of an absent record',
    (id) => send('PUT', `/${id}`, first),
    404,
    locationNotFound,
  ],
  [
    'bad-escape',
    'D3',
    'GET of an identifier that is not valid',
    (id) => ask('GET', `/${id}%`),
    400,
    () => messages.idInvalid,
  ],
  [
    'route',
    'D4',
    'GET of an unknown route',
    (id) => ask('GET', `/${id}/b`),
    404,
    () => messages.routeNotFound,
  ],
  [
    'method',
    'D14',
    'an unknown method',
    (id) => ask('PATCH', `/${id}`),
    405,
    () => messages.methodNotAllowed,
  ],
];

/** SPEC section 7: every error except the 500s. */
export const errors: readonly HttpCase[] = [
  ...problems.map(([name, clause, what, request, status, message]) =>
    httpCase(
      `response-error-${name}`,
      clause,
      `The response to ${what} is ${status} "${message('<id>')}".`,
      async (service) => {
        const id = service.freshId();
        const response = await service.request(request(id));
        if (name === 'put-absent') expectNotReplaced(response, id);
        else expectProblem(response, status, message(id));
      },
    ),
  ),
  httpCase(
    'response-error-is-object',
    'SPEC 4.8',
    'Every error is an Error object with one member, in JSON.',
    async (service) => {
      for (const [name, , , request, , message] of problems) {
        const id = service.freshId();
        const response = await service.request(request(id));
        if (name === 'put-absent') expectNotReplaced(response, id);
        // A request that was accepted breaks another rule.
        else if (response.status >= 400) expectErrorObject(response, clauseOf(message(id)));
      }
    },
  ),
  httpCase('response-405-allow', 'D14', '405 lists the methods in Allow.', async (service) => {
    const response = await service.request(ask('PATCH', '/'));
    // Another status breaks another rule.
    if (response.status === 405) expectAllow(response);
  }),
];
