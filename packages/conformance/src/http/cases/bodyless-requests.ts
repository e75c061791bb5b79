import { expectAllow, expectDone, expectJson } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { first } from '../records.ts';
import { jsonLine } from '../requests.ts';
import type { CaseResponse } from '../service.ts';

/** A wrong content type for a write, as a field line. */
export const plainText = 'Content-Type: text/plain';

type Bodyless = readonly [
  name: string,
  rule: string,
  method: string,
  target: string,
  type: string,
  expect: (response: CaseResponse) => void,
];

/** Requests whose bodies are not read. `ID` in a target stands for the record. */
export const bodyless: readonly Bodyless[] = [
  [
    'content-type',
    'A write with a wrong content type',
    'POST',
    '/ID',
    plainText,
    (response) => expectProblem(response, 400, messages.contentType),
  ],
  [
    'id',
    'A write without an identifier',
    'PUT',
    '/',
    jsonLine,
    (response) => expectProblem(response, 400, messages.idMissing),
  ],
  [
    'bad-escape',
    'A write with an invalid identifier',
    'PUT',
    '/%zz',
    jsonLine,
    (response) => expectProblem(response, 400, messages.idInvalid),
  ],
  [
    'route',
    'A request for an unknown route',
    'POST',
    '/a/b',
    jsonLine,
    (response) => expectProblem(response, 404, messages.routeNotFound),
  ],
  [
    'method',
    'A request with an unknown method',
    'PATCH',
    '/ID',
    jsonLine,
    (response) => expectProblem(response, 405, messages.methodNotAllowed),
  ],
  ['get', 'GET', 'GET', '/ID', jsonLine, (response) => expectJson(response, 200, first)],
  ['delete-absent', 'DELETE of an absent record', 'DELETE', '/ID-absent', jsonLine, expectDone],
  [
    'options',
    'OPTIONS',
    'OPTIONS',
    '/ID',
    jsonLine,
    (response) => {
      expectDone(response);
      expectAllow(response);
    },
  ],
];

/** A write that is refused and a read, for cases with large or endless bodies. */
export const bodylessTwo: readonly Bodyless[] = bodyless.filter(([name]) =>
  ['content-type', 'get'].includes(name),
);
