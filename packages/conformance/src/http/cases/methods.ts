import { expectEqual } from '../../contract-error.ts';
import { bodyText, expectAllow, expectWritten, statusAndBody } from '../expect.ts';
import {
  expectHead,
  expectHeadProblem,
  expectProblem,
  messages,
  resourceNotFound,
} from '../expect-problem.ts';
import { type HttpCase, type HttpNeed, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectRecord, first, readList, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import type { CaseResponse } from '../service.ts';

function expectMethods(response: CaseResponse): void {
  expectEqual('response', statusAndBody(response.status, bodyText(response)), statusAndBody(200, ''));
  expectEqual('Content-Length', response.headers['content-length'], ['0']);
  expectEqual('Content-Type', response.headers['content-type'], undefined);
  expectAllow(response);
}

/** The fields that must be the same in the responses to HEAD and GET. */
const described = ['content-type', 'content-length', 'transfer-encoding', 'allow'] as const;

const heads: readonly (readonly [
  name: string,
  rule: string,
  path: (id: string) => string,
  needs?: readonly HttpNeed[],
])[] = [
  ['record', 'one record', (id) => `/${id}`],
  ['absent', 'an absent record', (id) => `/${id}-absent`],
  // No other case may write between the two requests.
  ['list', 'the list', () => '/', ['empty-store']],
  ['bad-escape', 'an identifier that is not valid', () => '/%zz'],
  ['unknown', 'an unknown route', (id) => `/${id}/b`],
];

const headAsGet = heads.map(([name, rule, path, needs = []]) =>
  httpCase(
    `method-head-${name}`,
    'D12',
    `The response to HEAD of ${rule} is the response to GET, without the body.`,
    async (service) => {
      const target = path(
        await createRecord(service, '{"description":"é€","coordinates":{"latitude":1,"longitude":2}}'),
      );
      const got = await service.request(ask('GET', target));
      const head = await service.request(ask('HEAD', target));
      expectEqual('status', head.status, got.status);
      expectEqual('length of the body', head.body.length, 0);
      for (const field of described) expectEqual(field, head.headers[field], got.headers[field]);
    },
    { needs },
  ),
);

const optionsTargets: readonly (readonly [name: string, rule: string, target: string])[] = [
  ['root', 'the root', '/'],
  ['record', 'an identifier', '/a'],
  ['star', 'the whole server', '*'],
  ['unknown', 'an unknown route', '/a/b'],
  ['bad-escape', 'a bad escape', '/%zz'],
];

const options = optionsTargets.map(([name, rule, target]) =>
  httpCase(
    `method-options-${name}`,
    'D13',
    `OPTIONS on ${rule} is 200, empty, and lists the methods.`,
    async (service) => {
      expectMethods(await service.request(ask('OPTIONS', target)));
    },
  ),
);

const notAllowed = ['PATCH', 'TRACE', 'PROPFIND', 'MKCOL', 'PURGE', 'LOCK', 'SEARCH'].map((method) =>
  httpCase(
    `method-${method.toLowerCase()}`,
    'D14',
    `${method} is 405 and lists the supported methods.`,
    async (service) => {
      const id = await createRecord(service);
      for (const target of [`/${id}`, '/', '/%zz']) {
        const response = await service.request(ask(method, target));
        expectProblem(response, 405, messages.methodNotAllowed);
        expectAllow(response);
      }
      await expectRecord(service, `/${id}`, first);
    },
  ),
);

/** 405 as for other methods, or the 400 of a parser that does not know the method. */
function expectUnknown(response: CaseResponse): void {
  if (response.status === 400) return;
  expectProblem(response, 405, messages.methodNotAllowed);
  expectAllow(response);
}

/** The methods of the service, and their targets. */
export const methods: readonly HttpCase[] = [
  ...headAsGet,
  httpCase(
    'method-head-record-length',
    'D12',
    'HEAD has the length of the record in bytes.',
    async (service) => {
      const id = await createRecord(
        service,
        '{"description":"é€","coordinates":{"latitude":1,"longitude":2}}',
      );
      const text = bodyText(await service.request(ask('GET', `/${id}`)));
      expectHead(await service.request(ask('HEAD', `/${id}`)), 200, text);
      const absent = `${id}-absent`;
      expectHeadProblem(await service.request(ask('HEAD', `/${absent}`)), 404, resourceNotFound(absent));
      expectHeadProblem(await service.request(ask('HEAD', '/%zz')), 400, messages.idInvalid);
    },
  ),
  ...options,
  httpCase(
    'method-options-body',
    'D13',
    'OPTIONS ignores the content type and the body.',
    async (service) => {
      const id = await createRecord(service);
      expectMethods(await service.request(send('OPTIONS', `/${id}`, '{', [['Content-Type', 'text/plain']])));
      await expectRecord(service, `/${id}`, first);
    },
  ),
  ...notAllowed,
  httpCase('method-patch-body', 'D14', 'An unknown method changes nothing.', async (service) => {
    const id = await createRecord(service);
    expectProblem(await service.request(send('PATCH', `/${id}`, second)), 405, messages.methodNotAllowed);
    await expectRecord(service, `/${id}`, first);
  }),
  httpCase(
    'method-unknown',
    'D14',
    'An unknown method is 405, or 400 when the parser of the server does not know it.',
    async (service) => expectUnknown(await service.request(ask('FROBNICATE', '/a'))),
  ),
  httpCase('method-lower-case', 'D14', 'Methods are case-sensitive: "get" is unknown.', async (service) => {
    for (const method of ['get', 'Post', 'delete', 'options', 'head']) {
      expectUnknown(await service.request(ask(method, '/a')));
    }
  }),
  ...['POST', 'PUT', 'DELETE'].map((method) =>
    httpCase(
      `method-${method.toLowerCase()}-root`,
      'D15',
      `${method} on the root is 400, never 405.`,
      async (service) => {
        const id = await createRecord(service);
        const isDelete = method === 'DELETE';
        const response = await service.request(isDelete ? ask(method, '/') : send(method, '/', second));
        expectProblem(response, 400, isDelete ? messages.deleteWithoutId : messages.idMissing);
        expectEqual('Allow', response.headers.allow, undefined);
        await expectRecord(service, `/${id}`, first);
      },
    ),
  ),
  httpCase(
    'method-delete-root-keeps-all',
    'SPEC 4.6',
    'DELETE without an identifier removes nothing.',
    async (service) => {
      const ids = [await createRecord(service), await createRecord(service)];
      expectProblem(await service.request(ask('DELETE', '/')), 400, messages.deleteWithoutId);
      const listedIds = (await readList(service)).map(([id]) => id);
      for (const id of ids) expectEqual('listed', listedIds.includes(id), true);
    },
  ),
  httpCase('method-delete-content-type', 'SPEC 4.6', 'DELETE ignores the content type.', async (service) => {
    for (const headers of [[['Content-Type', 'text/plain']], [['Content-Type', '']], jsonType] as const) {
      const id = await createRecord(service);
      expectWritten(await service.request(ask('DELETE', `/${id}`, headers)));
      await expectAbsent(service, id);
    }
  }),
  httpCase('method-delete-body', 'SPEC 4.6', 'DELETE ignores a body.', async (service) => {
    for (const body of [first, '{', '', 'x'.repeat(5000)]) {
      const id = await createRecord(service);
      expectWritten(await service.request(send('DELETE', `/${id}`, body)));
      await expectAbsent(service, id);
    }
  }),
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((field) =>
    httpCase(`method-override-${field.toLowerCase()}`, 'D18', `${field} is ignored.`, async (service) => {
      const id = await createRecord(service);
      const deleting = [...jsonType, [field, 'DELETE']] as const;
      expectWritten(await service.request(send('POST', `/${id}`, second, deleting)));
      await expectRecord(service, `/${id}`, second);
      expectEqual('status', (await service.request(ask('GET', `/${id}`, [[field, 'DELETE']]))).status, 200);
      await expectRecord(service, `/${id}`, second);
      const absent = service.freshId();
      const replacing = [...jsonType, [field, 'PUT']] as const;
      expectWritten(await service.request(send('POST', `/${absent}`, first, replacing)));
      await expectRecord(service, `/${absent}`, first);
    }),
  ),
  httpCase('method-override-query', 'D18', 'A method in the query is ignored.', async (service) => {
    const id = await createRecord(service);
    await expectRecord(service, `/${id}?_method=DELETE`, first);
    await expectRecord(service, `/${id}`, first);
    expectWritten(await service.request(send('POST', `/${id}?_method=DELETE`, second)));
    await expectRecord(service, `/${id}`, second);
    const absent = service.freshId();
    expectWritten(await service.request(send('POST', `/${absent}?_method=PUT`, first)));
    await expectRecord(service, `/${absent}`, first);
  }),
];
