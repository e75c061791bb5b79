import { locationNotFound, messages } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { first } from '../records.ts';
import { jsonType } from '../requests.ts';
import { problem, type Row, row, rowCase, writes } from '../rows.ts';

const text = [['Content-Type', 'text/plain']] as const;

/** Writes that fail two checks of SPEC 4.5: the earlier one responds. */
const pairs: readonly (readonly [
  name: string,
  clause: string,
  order: string,
  target: string,
  body: string,
  headers: typeof jsonType,
  message: string,
])[] = [
  [
    'type-before-id',
    'SPEC 4.5.1',
    'the content type before the identifier',
    '/',
    first,
    text,
    messages.contentType,
  ],
  [
    'type-before-id-escape',
    'D3',
    'the content type before the escapes of the identifier',
    '/%zz',
    first,
    text,
    messages.contentType,
  ],
  [
    'type-before-body',
    'SPEC 4.5.1',
    'the content type before the presence of a body',
    '/<id>',
    '',
    text,
    messages.contentType,
  ],
  [
    'type-before-json',
    'SPEC 4.5.1',
    'the content type before the JSON',
    '/<id>',
    '{',
    text,
    messages.contentType,
  ],
  [
    'id-before-body',
    'SPEC 4.5.2',
    'the identifier before the presence of a body',
    '/',
    '',
    jsonType,
    messages.idMissing,
  ],
  ['id-before-json', 'SPEC 4.5.2', 'the identifier before the JSON', '/', '{', jsonType, messages.idMissing],
  [
    'id-escape-before-body',
    'D3',
    'the escapes of the identifier before the presence of a body',
    '/%FF',
    '',
    jsonType,
    messages.idInvalid,
  ],
];

const notFound = problem(404, locationNotFound('<id>'));

const rows: readonly Row[] = [
  ...pairs.map(
    ([name, clause, order, target, body, headers, message]): Row => ({
      id: `check-${name}`,
      clause,
      title: `POST and PUT check ${order}.`,
      before: first,
      request: writes(body, headers, target),
      response: problem(400, message),
      after: first,
    }),
  ),
  {
    id: 'check-put-absent-type-before-existence',
    clause: 'SPEC 4.5.1',
    title: 'PUT checks the content type before it checks that the record exists.',
    request: row('PUT', '/<id>', first, text),
    response: problem(400, messages.contentType),
    after: null,
  },
  {
    id: 'check-put-absent-body-before-existence',
    clause: 'SPEC 4.5.3',
    title: 'PUT checks that there is a body before it checks that the record exists.',
    request: row('PUT', '/<id>', ''),
    response: problem(400, messages.bodyMissing),
    after: null,
  },
  {
    id: 'check-put-absent-existence-before-json',
    clause: 'SPEC 4.5.5',
    title: 'PUT of invalid JSON on an absent record is 404, not 400.',
    request: row('PUT', '/<id>', '{'),
    response: notFound,
    after: null,
  },
  {
    id: 'check-put-absent-existence-before-shape',
    clause: 'SPEC 4.5.5',
    title: 'PUT of JSON that is not a Location on an absent record is 404, not 400.',
    request: row('PUT', '/<id>', '{"coordinates":{}}'),
    response: notFound,
    after: null,
  },
  {
    id: 'check-put-absent-existence-before-utf8',
    clause: 'SPEC 4.5.5',
    title: 'PUT of bytes that are not UTF-8 on an absent record is 404, not 400.',
    request: row('PUT', '/<id>', () => Uint8Array.of(0xff, 0xfe)),
    response: notFound,
    after: null,
  },
  {
    id: 'check-put-absent-existence-before-limit',
    clause: 'SPEC 4.5.5',
    title: 'PUT of a body beyond the limit on an absent record is 404, not 400.',
    request: row('PUT', '/<id>', `"${'x'.repeat(5000)}"`),
    response: notFound,
    after: null,
  },
];

/** SPEC 4.5: the order of the checks of POST and PUT. */
export const writeOrder: readonly HttpCase[] = rows.map(rowCase);
