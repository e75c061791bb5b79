import { expectEqual } from '../../contract-error.ts';
import { expectFields, expectJsonType, expectLength } from '../expect.ts';
import { expectErrorObject, locationNotFound, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { bare, createRecord, expectListed, expectRecord, first, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import { plain, problem, type Row, row, rowCase, writes } from '../rows.ts';
import type { CaseRequest, CaseResponse, Service } from '../service.ts';

const successes: readonly Row[] = [
  {
    id: 'response-post-created',
    clause: 'SPEC 4',
    title: 'A POST that creates a record is 200 (not 201) and has no body.',
    request: row('POST', '/<id>', first),
    response: 'done',
  },
  {
    id: 'response-post-replaced',
    clause: 'SPEC 4',
    title: 'A POST that replaces a record is 200 and has no body.',
    before: first,
    request: row('POST', '/<id>', second),
    response: 'done',
  },
  {
    id: 'response-put',
    clause: 'SPEC 4',
    title: 'A PUT that replaces a record is 200 (not 204) and has no body.',
    before: first,
    request: row('PUT', '/<id>', second),
    response: 'done',
  },
  {
    id: 'response-delete',
    clause: 'SPEC 4',
    title: 'A DELETE is 200 (not 204) and has no body.',
    before: first,
    request: row('DELETE'),
    response: 'done',
  },
  {
    id: plain.absent,
    clause: 'SPEC 4.1',
    title: 'A GET of an absent record is 404.',
    request: row('GET'),
    response: { status: 404 },
  },
  {
    id: 'response-post-upsert',
    clause: 'SPEC 4.2',
    title: 'A POST on a present record replaces it.',
    before: first,
    request: row('POST', '/<id>', second),
    response: 'success',
    after: second,
  },
];

/** Every error of SPEC section 7 except the 500s, and those of DECISIONS.md, each in its plainest form. */
const errors: readonly (readonly [
  name: string,
  clause: string,
  title: string,
  status: number,
  message: string,
  request: Row['request'],
])[] = [
  ['content-type', 'SPEC 7', 'A write without a content type', 400, messages.contentType, writes(first, [])],
  ['id', 'SPEC 7', 'A write without an identifier', 400, messages.idMissing, writes(first, jsonType, '/')],
  ['body', 'SPEC 7', 'A POST without a body', 400, messages.bodyMissing, row('POST', '/<id>', '')],
  ['json', 'SPEC 7', 'A POST of invalid JSON', 400, messages.bodyInvalid, row('POST', '/<id>', '{')],
  [
    'delete-id',
    'SPEC 7',
    'A DELETE without an identifier',
    400,
    messages.deleteWithoutId,
    row('DELETE', '/'),
  ],
  ['get-absent', 'SPEC 7', 'A GET of an absent record', 404, resourceNotFound('<id>'), row('GET')],
  [
    'put-absent',
    'SPEC 7',
    'A PUT of an absent record',
    404,
    locationNotFound('<id>'),
    row('PUT', '/<id>', first),
  ],
  ['bad-escape', 'D3', 'A GET of an invalid identifier', 400, messages.idInvalid, row('GET', '/<id>%zz')],
  ['route', 'D4', 'A GET of an unknown route', 404, messages.routeNotFound, row('GET', '/<id>/b')],
  ['method', 'D14', 'A PATCH of a record', 405, messages.methodNotAllowed, row('PATCH')],
];

const errorRows = errors.map(
  ([name, clause, title, status, message, request]): Row => ({
    id: `response-error-${name}`,
    clause,
    title: `${title} is ${status} "${message}".`,
    request,
    response: problem(status, message),
  }),
);

/** Sends a request of every kind that succeeds, about a new record. */
async function everySuccess(service: Service): Promise<CaseResponse[]> {
  const id = service.freshId();
  return sendAll(service, [
    send('POST', `/${id}`, first),
    send('POST', `/${id}`, second),
    send('PUT', `/${id}`, bare),
    ask('GET', `/${id}`),
    ask('HEAD', `/${id}`),
    ask('GET', '/'),
    ask('OPTIONS', '/'),
    ask('DELETE', `/${id}`),
  ]);
}

/** Sends a request for every error of SPEC section 7, except the 500s. */
async function everyError(service: Service): Promise<CaseResponse[]> {
  const id = service.freshId();
  return sendAll(service, [
    ask('GET', `/${id}`),
    send('POST', `/${id}`, first, []),
    send('POST', '/', first),
    send('POST', `/${id}`, ''),
    send('POST', `/${id}`, '{'),
    send('PUT', `/${id}`, first),
    ask('DELETE', '/'),
  ]);
}

async function sendAll(service: Service, requests: readonly CaseRequest[]): Promise<CaseResponse[]> {
  const responses: CaseResponse[] = [];
  for (const request of requests) responses.push(await service.request(request));
  return responses;
}

const stored = { presupposes: [plain.creates] };

/** Rules about the fields of all responses. */
const fields: readonly HttpCase[] = [
  httpCase(
    plain.error,
    'SPEC 4.8',
    'An error is an Error object with one member, in JSON.',
    async (service) => expectErrorObject(await service.request(ask('GET', `/${service.freshId()}`))),
    { presupposes: [plain.absent] },
  ),
  httpCase(
    'response-error-content-type-json',
    'SPEC 4.8',
    'Every error has the content type application/json.',
    async (service) => {
      for (const response of await everyError(service)) {
        if (response.status >= 400) expectJsonType(response);
      }
    },
    { presupposes: [plain.absent, plain.error] },
  ),
  httpCase(
    'response-content-type-json',
    'SPEC 4',
    'A record and the list have the content type application/json.',
    async (service) => {
      const id = await createRecord(service);
      for (const target of [`/${id}`, '/']) expectJsonType(await service.request(ask('GET', target)));
    },
    stored,
  ),
  httpCase(
    'response-content-type-none',
    'SPEC 4',
    'A successful write has no content type.',
    async (service) => {
      const id = service.freshId();
      for (const request of [
        send('POST', `/${id}`, first),
        send('PUT', `/${id}`, second),
        ask('DELETE', `/${id}`),
      ]) {
        expectFields(await service.request(request), { 'Content-Type': undefined });
      }
    },
    stored,
  ),
  httpCase(
    'response-write-length',
    'D36',
    'A successful write has "Content-Length: 0" and no Location.',
    async (service) => {
      const id = service.freshId();
      for (const request of [
        send('POST', `/${id}`, first),
        send('PUT', `/${id}`, second),
        ask('DELETE', `/${id}`),
      ]) {
        const response = await service.request(request);
        expectLength(response, 0);
        expectFields(response, { Location: undefined });
      }
    },
    { presupposes: [plain.creates, 'response-put', 'response-delete'] },
  ),
  httpCase(
    'response-json-length',
    'D35',
    'A record and an error have their length in bytes.',
    async (service) => {
      const id = await createRecord(
        service,
        '{"description":"é€","coordinates":{"latitude":1,"longitude":2}}',
      );
      for (const target of [`/${id}`, `/${id}%C3%A9`]) {
        const response = await service.request(ask('GET', target));
        expectLength(response, response.body.length);
      }
    },
    stored,
  ),
  httpCase(
    'response-json-type',
    'D37',
    'The content type of JSON has no parameters.',
    async (service) => {
      const responses = [...(await everySuccess(service)), ...(await everyError(service))];
      for (const response of responses.filter(({ body }) => body.length > 0)) {
        expectFields(response, { 'Content-Type': 'application/json' });
      }
    },
    { presupposes: ['response-content-type-json', 'response-error-content-type-json'] },
  ),
  httpCase(
    'response-nothing-added',
    'D37',
    'A response names no framework, and has no entity tag, lifetime or cookie.',
    async (service) => {
      const added = ['X-Powered-By', 'ETag', 'Last-Modified', 'Expires', 'Age', 'Set-Cookie'];
      for (const response of [...(await everySuccess(service)), ...(await everyError(service))]) {
        expectFields(response, Object.fromEntries(added.map((name) => [name, undefined])));
        const directives = response.headers['cache-control']?.join() ?? 'no-store';
        if (!/\bno-(store|cache)\b/.test(directives)) expectFields(response, { 'Cache-Control': undefined });
      }
    },
  ),
  httpCase(
    'response-not-conditional',
    'D37',
    'Conditions and ranges of a request change nothing.',
    async (service) => {
      const id = await createRecord(service);
      for (const condition of [
        ['If-None-Match', '*'],
        ['If-Modified-Since', 'Sun, 06 Nov 2094 08:49:37 GMT'],
        ['If-Match', '"x"'],
        ['Range', 'bytes=0-1'],
      ] as const) {
        const read = await service.request(ask('GET', `/${id}`, [condition]));
        const written = await service.request(send('PUT', `/${id}`, first, [...jsonType, condition]));
        expectEqual(`statuses with ${condition[0]}`, [read.status, written.status], [200, 200]);
      }
    },
    { presupposes: [plain.creates, plain.replaces, 'response-put'] },
  ),
  httpCase(
    'response-not-negotiated',
    'SPEC 4',
    'Accept and Accept-Language do not change the response.',
    async (service) => {
      const id = await createRecord(service);
      const fields = [
        ['Accept', 'text/html'],
        ['Accept-Language', 'de'],
      ] as const;
      const response = await service.request(ask('GET', `/${id}`, fields));
      expectEqual('status', response.status, 200);
      expectJsonType(response);
    },
    { presupposes: [plain.creates, 'response-content-type-json'] },
  ),
  httpCase(
    'response-without-credentials',
    'SPEC 5',
    'Credentials are not required, and are ignored.',
    async (service) => {
      const id = await createRecord(service);
      for (const credentials of ['Basic !', 'Bearer x', '']) {
        const response = await service.request(ask('GET', `/${id}`, [['Authorization', credentials]]));
        expectEqual('status', response.status, 200);
      }
    },
    stored,
  ),
  httpCase(
    'response-without-cors',
    'D44',
    'A request from a page of another origin gets no field of CORS.',
    async (service) => {
      const id = await createRecord(service);
      const origin = [
        ['Origin', 'http://elsewhere.example'],
        ['Access-Control-Request-Method', 'PUT'],
      ] as const;
      for (const request of [
        ask('GET', `/${id}`, origin),
        ask('OPTIONS', `/${id}`, origin),
        send('POST', `/${id}`, second, [...jsonType, ...origin]),
        ask('DELETE', `/${id}`, origin),
      ]) {
        const { headers } = await service.request(request);
        expectEqual(
          'CORS fields',
          Object.keys(headers).filter((name) => name.startsWith('access-control-')),
          [],
        );
      }
    },
    stored,
  ),
];

const simple: readonly HttpCase[] = [
  httpCase(
    'response-put-only-replaces',
    'SPEC 4.3',
    'A PUT on an absent record is not 200, and creates nothing.',
    async (service) => {
      const id = service.freshId();
      const { status } = await service.request(send('PUT', `/${id}`, second));
      expectEqual('success', status >= 200 && status < 300, false);
      await expectListed(service, id, undefined);
    },
    { presupposes: [plain.list] },
  ),
  httpCase(
    'target-no-version',
    'SPEC 4',
    'All operations are at the root: "/v1/<id>" does not name the record "<id>".',
    async (service) => {
      const id = await createRecord(service);
      for (const prefix of ['v1', 'api', 'locations']) {
        const { status } = await service.request(ask('GET', `/${prefix}/${id}`));
        expectEqual('status', status, 404);
      }
      await expectRecord(service, `/${id}`, first);
    },
    stored,
  ),
];

/** SPEC sections 4, 5 and 7, D35 to D37 and D44: the responses, and their fields. */
export const responses: readonly HttpCase[] = [
  ...[...successes, ...errorRows].map(rowCase),
  ...fields,
  ...simple,
];
