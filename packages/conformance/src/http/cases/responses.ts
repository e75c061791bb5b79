import { expectEqual } from '../../expect-equal.ts';
import { expectDone, expectJson, expectJsonType, expectLength } from '../expect.ts';
import { expectErrorObject, expectNotReplaced, expectProblem, isAnyError } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { isAside } from '../matters.ts';
import { messages, resourceNotFound } from '../messages.ts';
import { bare, createRecord, expectRecord, first, listed, readList, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import type { CaseRequest, CaseResponse, Service } from '../service.ts';

/** Every request that succeeds, after which the record is there or not. */
async function everySuccess(service: Service) {
  const id = service.freshId();
  const ways: readonly CaseRequest[] = [
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
  const answers = [];
  for (const way of ways) answers.push(await service.request(way));
  return answers;
}

/** A record of the case's own, whatever is answered to its creation, which is not what the case judges. */
async function anyRecord(service: Service): Promise<string> {
  const id = service.freshId();
  await service.request(send('POST', `/${id}`, first));
  return id;
}

const foreignOrigin = [
  ['Origin', 'http://elsewhere.example'],
  ['Access-Control-Request-Method', 'PUT'],
] as const;

function expectNoCors({ headers }: CaseResponse): void {
  const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
  expectEqual('CORS fields', names, []);
}

/** SPEC section 4: what answers look like. */
export const responses: readonly HttpCase[] = [
  httpCase(
    'response-post-created',
    'SPEC 4',
    'POST that creates is 200, empty, with no content type, and never 201.',
    async (service) => {
      expectDone(await service.request(send('POST', `/${service.freshId()}`, first)));
    },
  ),
  httpCase(
    'response-post-replaced',
    'SPEC 4',
    'POST that replaces is 200, empty, with no content type.',
    async (service) => {
      expectDone(await service.request(send('POST', `/${await anyRecord(service)}`, second)));
    },
  ),
  httpCase('response-put', 'SPEC 4', 'PUT is 200, empty, with no content type.', async (service) => {
    expectDone(await service.request(send('PUT', `/${await anyRecord(service)}`, second)));
  }),
  httpCase('response-delete', 'SPEC 4', 'DELETE is 200, empty, with no content type.', async (service) => {
    const id = await anyRecord(service);
    expectDone(await service.request(ask('DELETE', `/${id}`)));
    const again = await service.request(ask('DELETE', `/${id}`));
    if (!isAside(again, 'delete-absent')) expectDone(again);
  }),
  httpCase(
    'response-write-length',
    'D36',
    'The answer to a write tells its length, by Content-Length alone.',
    async (service) => {
      const id = service.freshId();
      for (const write of [
        send('POST', `/${id}`, first),
        send('PUT', `/${id}`, second),
        ask('DELETE', `/${id}`),
      ]) {
        const answer = await service.request(write);
        expectLength(answer, answer.body.length);
      }
    },
  ),
  httpCase(
    'response-json-length',
    'D35',
    'A record and an error tell their length in bytes, by Content-Length alone.',
    async (service) => {
      const text = '{"description":"é€😀","coordinates":{"latitude":1,"longitude":2}}';
      const id = await createRecord(service, text);
      for (const target of [`/${id}`, `/${id}%C3%A9`]) {
        const answer = await service.request(ask('GET', target));
        expectLength(answer, answer.body.length);
      }
    },
  ),
  httpCase(
    'response-get-record',
    'SPEC 4',
    'GET of a record is 200 and one Location object in JSON.',
    async (service) => {
      await expectRecord(service, `/${await createRecord(service)}`, first);
    },
  ),
  httpCase(
    'response-get-list',
    'SPEC 4',
    'GET of the root is 200 and the Location list in JSON.',
    async (service) => {
      const id = await createRecord(service);
      expectEqual('listed', await listed(service, id), first);
    },
  ),
  httpCase(
    'response-json-type',
    'D37',
    'The content type of JSON is "application/json", and nothing more.',
    async (service) => {
      const id = await createRecord(service);
      const elsewhere = [
        ['/%', messages.idInvalid],
        ['/a/b', messages.routeNotFound],
      ] as const;
      for (const [target, message = ''] of [[`/${id}`], ['/'], [`/${id}-absent`], ...elsewhere]) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await service.request(ask(method, target));
          const isOpen = isAnyError(answer, message) || (method === 'HEAD' && isAside(answer, 'head'));
          if (!isOpen) expectJsonType(answer);
        }
      }
    },
  ),
  httpCase(
    'response-nothing-added',
    'D37',
    'No answer tells a framework, an entity tag, a location or a cookie.',
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
        const answer = await service.request(ask('GET', `/${id}`, [condition]));
        expectJson(answer, 200, first);
        expectDone(await service.request(send('PUT', `/${id}`, first, [...jsonType, condition])));
      }
    },
  ),
  httpCase(
    'response-without-cors',
    'D44',
    'An origin changes nothing unless a write is refused with 403, and there is no CORS.',
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
        // A server may refuse writes from pages of other origins (D47), and then does not make them.
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
    'Credentials are neither needed nor looked at.',
    async (service) => {
      const id = await createRecord(service);
      for (const credentials of ['Basic !', 'Bearer x', '']) {
        const answer = await service.request(
          ask('GET', `/${id}`, [
            ['Authorization', credentials],
            ['Cookie', 'a=b'],
          ]),
        );
        expectJson(answer, 200, first);
      }
    },
  ),
  httpCase('response-get-absent', 'SPEC 4.1', 'GET of an absent record is 404.', async (service) => {
    const id = service.freshId();
    expectProblem(await service.request(ask('GET', `/${id}`)), 404, resourceNotFound(id));
  }),
  httpCase(
    'response-post-upsert',
    'SPEC 4.2',
    'POST creates the record when absent and replaces it when present.',
    async (service) => {
      const id = service.freshId();
      for (const location of [first, second]) {
        expectDone(await service.request(send('POST', `/${id}`, location)));
        await expectRecord(service, `/${id}`, location);
      }
    },
  ),
  httpCase(
    'response-put-only-replaces',
    'SPEC 4.3',
    'PUT replaces a present record, and is 404 and creates nothing otherwise.',
    async (service) => {
      const [id, absent] = [await createRecord(service), service.freshId()];
      expectDone(await service.request(send('PUT', `/${id}`, second)));
      await expectRecord(service, `/${id}`, second);
      expectNotReplaced(await service.request(send('PUT', `/${absent}`, second)), absent);
      expectEqual(
        'listed',
        (await readList(service)).some(([entry]) => entry === absent),
        false,
      );
    },
  ),
];
