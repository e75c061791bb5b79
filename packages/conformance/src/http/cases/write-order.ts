import { expectNotReplaced, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, second } from '../records.ts';
import { jsonType, send } from '../requests.ts';

type Headers = typeof jsonType;

/** A write that fails checks of SPEC 4.5. The response must be for the first of them. */
interface Order {
  readonly name: string;
  readonly clause: string;
  readonly rule: string;
  /** The target of the record by default. */
  readonly target?: string;
  readonly headers?: Headers;
  readonly body: string;
  readonly message: string;
}

const wrong: Headers = [['Content-Type', 'text/plain']];

const orders: readonly Order[] = [
  {
    name: 'type-before-id',
    clause: 'SPEC 4.5.1',
    rule: 'checks the content type before the identifier',
    target: '/',
    headers: wrong,
    body: first,
    message: messages.contentType,
  },
  {
    name: 'type-before-id-escape',
    clause: 'D3',
    rule: 'checks the content type before the escapes of the identifier',
    target: '/%zz',
    headers: wrong,
    body: first,
    message: messages.contentType,
  },
  {
    name: 'type-before-body',
    clause: 'SPEC 4.5.1',
    rule: 'checks the content type before it checks that there is a body',
    headers: wrong,
    body: '',
    message: messages.contentType,
  },
  {
    name: 'type-before-json',
    clause: 'SPEC 4.5.1',
    rule: 'checks the content type before the JSON',
    headers: wrong,
    body: '{',
    message: messages.contentType,
  },
  {
    name: 'type-before-all',
    clause: 'SPEC 4.5.1',
    rule: 'checks the content type first, even without an identifier and a body',
    target: '/',
    headers: [],
    body: '',
    message: messages.contentType,
  },
  {
    name: 'id-before-body',
    clause: 'SPEC 4.5.2',
    rule: 'checks the identifier before it checks that there is a body',
    target: '/',
    body: '',
    message: messages.idMissing,
  },
  {
    name: 'id-escape-before-body',
    clause: 'D3',
    rule: 'checks the escapes of the identifier before it checks that there is a body',
    target: '/%FF',
    body: '',
    message: messages.idInvalid,
  },
  {
    name: 'id-before-json',
    clause: 'SPEC 4.5.2',
    rule: 'checks the identifier before the JSON',
    target: '/',
    body: '{',
    message: messages.idMissing,
  },
  {
    name: 'id-escape-before-json',
    clause: 'D3',
    rule: 'checks the escapes of the identifier before the JSON',
    target: '/%',
    body: '{',
    message: messages.idInvalid,
  },
  {
    name: 'id',
    clause: 'SPEC 4.5.2',
    rule: 'needs an identifier, even if the rest is valid',
    target: '/',
    body: first,
    message: messages.idMissing,
  },
  {
    name: 'type',
    clause: 'SPEC 4.5.1',
    rule: 'needs the content type, even if the rest is valid',
    headers: wrong,
    body: second,
    message: messages.contentType,
  },
  { name: 'body', clause: 'SPEC 4.5.3', rule: 'needs a body', body: '', message: messages.bodyMissing },
  {
    name: 'json',
    clause: 'SPEC 4.5.6',
    rule: 'needs JSON',
    body: '{"coordinates":',
    message: messages.bodyInvalid,
  },
  {
    name: 'shape',
    clause: 'SPEC 4.5.6',
    rule: 'needs the Location shape',
    body: '[]',
    message: messages.bodyInvalid,
  },
];

const onPresent = orders.flatMap(({ name, clause, rule, target, headers, body, message }) =>
  ['POST', 'PUT'].map((method) =>
    httpCase(
      `check-${method.toLowerCase()}-${name}`,
      clause,
      `${method} ${rule}, and leaves a present record unchanged.`,
      async (service) => {
        const id = await createRecord(service);
        const response = await service.request(send(method, target ?? `/${id}`, body, headers ?? jsonType));
        expectProblem(response, 400, message);
        await expectRecord(service, `/${id}`, first);
      },
    ),
  ),
);

/** PUT on an absent record. */
const putAbsent: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  body: string,
  headers: Headers,
])[] = [
  ['type-before-existence', 'SPEC 4.5.1', 'checks the content type before existence', first, wrong],
  ['body-before-existence', 'SPEC 4.5.3', 'checks that there is a body before existence', '', jsonType],
  ['existence-before-json', 'SPEC 4.5.5', 'checks existence before the JSON', '{', jsonType],
  [
    'existence-before-shape',
    'SPEC 4.5.5',
    'checks existence before the shape',
    '{"coordinates":{}}',
    jsonType,
  ],
  [
    'existence-before-limit',
    'SPEC 4.5.5',
    'checks existence before a body cut by the limit',
    `"${'x'.repeat(5000)}"`,
    jsonType,
  ],
  [
    'existence-white-space',
    'SPEC 4.5.5',
    'checks existence before a body of white space',
    '  \r\n',
    jsonType,
  ],
  ['existence', 'SPEC 4.5.5', 'checks existence when everything else is valid', second, jsonType],
];

const onAbsent = putAbsent.map(([name, clause, rule, body, headers]) =>
  httpCase(`check-put-absent-${name}`, clause, `PUT ${rule}, and creates nothing.`, async (service) => {
    const id = service.freshId();
    const response = await service.request(send('PUT', `/${id}`, body, headers));
    if (headers === wrong) expectProblem(response, 400, messages.contentType);
    else if (body === '') expectProblem(response, 400, messages.bodyMissing);
    else expectNotReplaced(response, id);
    await expectAbsent(service, id);
  }),
);

/** SPEC 4.5: the order of the checks of POST and PUT. */
export const writeOrder: readonly HttpCase[] = [
  ...onPresent,
  ...onAbsent,
  httpCase(
    'check-put-invalid-utf8-absent',
    'SPEC 4.5.5',
    'PUT checks existence before UTF-8.',
    async (service) => {
      const id = service.freshId();
      const response = await service.request(send('PUT', `/${id}`, Uint8Array.of(0xff, 0xfe)));
      expectNotReplaced(response, id);
    },
  ),
];
