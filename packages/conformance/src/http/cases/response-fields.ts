import { expectEqual } from '../../contract-error.ts';
import { expectDone, expectJson, expectJsonType, expectLength, expectNothingUnwanted } from '../expect.ts';
import { clauseOf, expectErrorObject, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { bare, createRecord, expectRecord, first, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import type { CaseRequest, CaseResponse, Service } from '../service.ts';

/** The responses to successful requests of every kind. */
async function everySuccess(service: Service) {
  const id = service.freshId();
  const requests: readonly CaseRequest[] = [
    send('POST', `/${id}`, first),
    send('POST', `/${id}`, second),
    send('PUT', `/${id}`, bare),
    ask('GET', `/${id}`),
    ask('HEAD', `/${id}`),
    ask('GET', '/'),
    ask('OPTIONS', '/'),
    ask('DELETE', `/${id}`),
    ask('DELETE', `/${id}`),
  ];
  const responses = [];
  for (const request of requests) responses.push(await service.request(request));
  return responses;
}

const foreignOrigin = [
  ['Origin', 'http://elsewhere.example'],
  ['Access-Control-Request-Method', 'PUT'],
] as const;

function expectNoCors({ headers }: CaseResponse): void {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  expectEqual('CORS fields', names, []);
}

/** SPEC section 5 and D35, D36, D37, D44: the header fields of responses. */
export const responseFields: readonly HttpCase[] = [
  httpCase(
    'response-write-length',
    'D36',
    'The response to a write has its length in Content-Length only.',
    async (service) => {
      const id = service.freshId();
      for (const write of [
        send('POST', `/${id}`, first),
        send('PUT', `/${id}`, second),
        ask('DELETE', `/${id}`),
      ]) {
        const response = await service.request(write);
        expectLength(response, response.body.length);
      }
    },
  ),
  httpCase(
    'response-json-length',
    'D35',
    'A response with a record or an error has its length in bytes in Content-Length only.',
    async (service) => {
      const text = '{"description":"é€","coordinates":{"latitude":1,"longitude":2}}';
      const id = await createRecord(service, text);
      for (const target of [`/${id}`, `/${id}%C3%A9`]) {
        const response = await service.request(ask('GET', target));
        expectLength(response, response.body.length);
      }
    },
  ),
  httpCase(
    'response-json-type',
    'D37',
    'The content type of JSON is "application/json", without parameters.',
    async (service) => {
      const id = await createRecord(service);
      const elsewhere = [
        ['/%', messages.idInvalid],
        ['/a/b', messages.routeNotFound],
      ] as const;
      for (const [target, message = ''] of [[`/${id}`], ['/'], [`/${id}-absent`], ...elsewhere]) {
        for (const method of ['GET', 'HEAD']) {
          const response = await service.request(ask(method, target));
          expectJsonType(response, method === 'HEAD' ? 'D12' : clauseOf(message));
        }
      }
    },
  ),
  httpCase(
    'response-nothing-added',
    'D37',
    'A response names no framework, and has no entity tag, location or cookie.',
    async (service) => {
      for (const { headers } of await everySuccess(service)) {
        const added = [
          'x-powered-by',
          'etag',
          'last-modified',
          'location',
          'content-location',
          'set-cookie',
          'www-authenticate',
        ];
        for (const name of added) expectEqual(name, headers[name], undefined);
      }
    },
  ),
  httpCase(
    'response-not-cached',
    'D37',
    'A response has no field that lets a client use it again.',
    async (service) => {
      const id = service.freshId();
      const refused = [
        ask('GET', `/${id}`),
        ask('GET', '/%'),
        ask('GET', '/a/b'),
        send('POST', `/${id}`, '{'),
        send('PUT', `/${id}`, first),
        ask('PATCH', '/'),
      ];
      for (const response of await everySuccess(service)) expectNothingUnwanted(response);
      for (const request of refused) expectNothingUnwanted(await service.request(request));
    },
  ),
  httpCase(
    'response-not-conditional',
    'D37',
    'Conditions and ranges of a request change nothing.',
    async (service) => {
      const id = await createRecord(service);
      const conditions = [
        ['If-None-Match', '*'],
        ['If-Modified-Since', 'Sun, 06 Nov 2094 08:49:37 GMT'],
        ['If-Match', '"x"'],
        ['Range', 'bytes=0-1'],
      ] as const;
      for (const condition of conditions) {
        const response = await service.request(ask('GET', `/${id}`, [condition]));
        expectJson(response, 200, first);
        expectDone(await service.request(send('PUT', `/${id}`, first, [...jsonType, condition])));
      }
    },
  ),
  httpCase(
    'response-without-cors',
    'D44',
    'An origin changes nothing, unless a write is refused with 403, and there is no CORS.',
    async (service) => {
      const id = await createRecord(service);
      const reads = [
        ['GET', `/${id}`],
        ['HEAD', `/${id}`],
        ['OPTIONS', `/${id}`],
        ['GET', '/'],
        ['GET', `/${id}-absent`],
        ['GET', `/${id}/more`],
        ['PATCH', `/${id}`],
      ] as const;
      for (const [method, target] of reads) {
        const { status } = await service.request(ask(method, target));
        const response = await service.request(ask(method, target, foreignOrigin));
        expectEqual('status', response.status, status);
        expectNoCors(response);
      }
      const writes = [
        [send('POST', `/${id}`, second, [...jsonType, ...foreignOrigin]), second],
        [send('PUT', `/${id}`, bare, [...jsonType, ...foreignOrigin]), bare],
        [ask('DELETE', `/${id}`, foreignOrigin), undefined],
      ] as const;
      let stored: string | undefined = first;
      for (const [write, written] of writes) {
        const response = await service.request(write);
        expectNoCors(response);
        // A server may refuse writes from pages of other origins (D47). They then change nothing.
        if (response.status === 403) {
          expectErrorObject(response);
        } else {
          expectDone(response);
          stored = written;
        }
        if (stored !== undefined) await expectRecord(service, `/${id}`, stored);
      }
    },
  ),
  httpCase(
    'response-without-credentials',
    'SPEC 5',
    'Credentials are not required, and are ignored.',
    async (service) => {
      const id = await createRecord(service);
      for (const credentials of ['Basic !', 'Bearer x', '']) {
        const response = await service.request(
          ask('GET', `/${id}`, [
            ['Authorization', credentials],
            ['Cookie', 'a=b'],
          ]),
        );
        expectJson(response, 200, first);
      }
    },
  ),
];
