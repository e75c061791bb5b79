import { expectEqual } from '../../contract-error.ts';
import { expectFields, expectJsonType, expectLength } from '../expect.ts';
import { expectErrorObject, locationNotFound, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectListed, expectRecord, first, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import {
  acceptedWrites,
  plain,
  post,
  problem,
  put,
  type Row,
  row,
  rowCase,
  sameResponse,
  writes,
} from '../rows.ts';
import type { CaseRequest, CaseResponse, Service } from '../service.ts';

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
  ['body', 'SPEC 7', 'A POST without a body', 400, messages.bodyMissing, post('')],
  ['json', 'SPEC 7', 'A POST of invalid JSON', 400, messages.bodyInvalid, post('{')],
  [
    'delete-id',
    'SPEC 7',
    'A DELETE without an identifier',
    400,
    messages.deleteWithoutId,
    row('DELETE', '/'),
  ],
  ['get-absent', 'SPEC 7', 'A GET of an absent record', 404, resourceNotFound('<id>'), row('GET')],
  ['put-absent', 'SPEC 7', 'A PUT of an absent record', 404, locationNotFound('<id>'), put(first)],
  ['bad-escape', 'D3', 'A GET of an invalid identifier', 400, messages.idInvalid, row('GET', '/<id>%zz')],
  ['route', 'D4', 'A GET of an unknown route', 404, messages.routeNotFound, row('GET', '/<id>/b')],
  ['method', 'D14', 'A PATCH of a record', 405, messages.methodNotAllowed, row('PATCH')],
];

async function sendAll(service: Service, requests: readonly CaseRequest[]): Promise<CaseResponse[]> {
  const responses: CaseResponse[] = [];
  for (const request of requests) responses.push(await service.request(request));
  return responses;
}

/** Sends a POST, a PUT and a DELETE of a new record. */
function everyWrite(service: Service): Promise<CaseResponse[]> {
  const target = `/${service.freshId()}`;
  return sendAll(service, [send('POST', target, first), send('PUT', target, second), ask('DELETE', target)]);
}

/** Sends a request of every kind that succeeds with a body or without a change. */
async function everyRead(service: Service): Promise<CaseResponse[]> {
  const id = await createRecord(service);
  return sendAll(service, [
    ask('GET', `/${id}`),
    ask('HEAD', `/${id}`),
    ask('GET', '/'),
    ask('OPTIONS', '/'),
  ]);
}

/** Sends a request for every error of SPEC section 7, except the 500s. */
function everyError(service: Service): Promise<CaseResponse[]> {
  const target = `/${service.freshId()}`;
  return sendAll(service, [
    ask('GET', target),
    send('POST', target, first, []),
    send('POST', '/', first),
    send('POST', target, ''),
    send('POST', target, '{'),
    send('PUT', target, first),
    ask('DELETE', '/'),
  ]);
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
      const errors = (await everyError(service)).filter(({ status }) => status >= 400);
      for (const response of errors) expectJsonType(response);
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
      for (const response of await everyWrite(service)) expectFields(response, { 'Content-Type': undefined });
    },
    stored,
  ),
  httpCase(
    'response-write-length',
    'D36',
    'A successful write has "Content-Length: 0" and no Location.',
    async (service) => {
      for (const response of await everyWrite(service)) {
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
      const text = '{"description":"é€","coordinates":{"latitude":1,"longitude":2}}';
      const id = await createRecord(service, text);
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
      const responses = [...(await everyRead(service)), ...(await everyError(service))];
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
      for (const send of [everyWrite, everyRead, everyError]) {
        for (const response of await send(service)) {
          expectFields(response, Object.fromEntries(added.map((name) => [name, undefined])));
          const directives = response.headers['cache-control']?.join() ?? 'no-store';
          if (!/\bno-(store|cache)\b/.test(directives))
            expectFields(response, { 'Cache-Control': undefined });
        }
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
      const wishes = [
        ['Accept', 'text/html'],
        ['Accept-Language', 'de'],
      ] as const;
      const response = await service.request(ask('GET', `/${id}`, wishes));
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
      const target = `/${await createRecord(service)}`;
      const origin = [
        ['Origin', 'http://elsewhere.example'],
        ['Access-Control-Request-Method', 'PUT'],
      ] as const;
      const requests = [
        ask('GET', target, origin),
        ask('OPTIONS', target, origin),
        send('POST', target, second, [...jsonType, ...origin]),
        ask('DELETE', target, origin),
      ];
      for (const { headers } of await sendAll(service, requests)) {
        const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
        expectEqual('CORS fields', cors, []);
      }
    },
    stored,
  ),
];

/** SPEC sections 4, 5 and 7, D35 to D37 and D44: the responses, and their fields. */
export const responses: readonly HttpCase[] = [
  ...sameResponse(
    'SPEC 4',
    'done',
    [
      [
        'response-post-created',
        'A POST that creates a record is 200 (not 201) and has no body.',
        post(first),
      ],
    ],
    { before: undefined, after: undefined },
  ),
  ...sameResponse(
    'SPEC 4',
    'done',
    [
      ['response-post-replaced', 'A POST that replaces a record is 200 and has no body.', post(second)],
      ['response-put', 'A PUT that replaces a record is 200 (not 204) and has no body.', put(second)],
      ['response-delete', 'A DELETE is 200 (not 204) and has no body.', row('DELETE')],
    ],
    { after: undefined },
  ),
  rowCase({
    id: plain.absent,
    clause: 'SPEC 4.1',
    title: 'A GET of an absent record is 404.',
    request: row('GET'),
    response: { status: 404 },
  }),
  ...acceptedWrites('SPEC 4.2', [
    ['response-post-upsert', 'POST replaces a record that exists.', post(second), second],
  ]),
  ...errors.map(([name, clause, title, status, message, request]) =>
    rowCase({
      id: `response-error-${name}`,
      clause,
      title: `${title} is ${status} "${message}".`,
      request,
      response: problem(status, message),
    }),
  ),
  ...fields,
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
