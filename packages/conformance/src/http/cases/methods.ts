import { expectEqual } from '../../contract-error.ts';
import { allowedMethods, expectFields, expectSuccess } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAbsent, expectListed, expectRecord, first, second } from '../records.ts';
import { ask, jsonType, send } from '../requests.ts';
import { plain, presupposedBy, problem, type Row, row, rowCase, writes } from '../rows.ts';

const allow = { Allow: allowedMethods };
const listsMethods = {
  status: 200,
  text: '',
  fields: { ...allow, 'Content-Length': '0', 'Content-Type': undefined },
};
const notAllowed = problem(405, messages.methodNotAllowed, allow);

const rows: readonly Row[] = [
  ...(
    [
      ['root', 'the root', '/'],
      ['record', 'an identifier', '/<id>'],
      ['star', 'the whole server', '*'],
      ['unknown', 'an unknown route', '/<id>/b'],
      ['bad-escape', 'an invalid identifier', '/%zz'],
    ] as const
  ).map(
    ([name, rule, target]): Row => ({
      id: `method-options-${name}`,
      clause: 'D13',
      title: `OPTIONS on ${rule} is 200 and lists the methods in Allow.`,
      request: row('OPTIONS', target),
      response: listsMethods,
    }),
  ),
  {
    id: 'method-options-body',
    clause: 'D13',
    title: 'OPTIONS ignores the content type and the body.',
    before: first,
    request: row('OPTIONS', '/<id>', '{', [['Content-Type', 'text/plain']]),
    response: listsMethods,
    after: first,
  },
  ...['PATCH', 'TRACE', 'PROPFIND'].map(
    (method): Row => ({
      id: `method-${method.toLowerCase()}`,
      clause: 'D14',
      title: `${method} is 405 on every route, and lists the methods in Allow.`,
      before: first,
      request: [row(method), row(method, '/'), row(method, '/%zz')],
      response: notAllowed,
      after: first,
    }),
  ),
  {
    id: 'method-patch-body',
    clause: 'D14',
    title: 'PATCH with a Location is 405 and changes nothing.',
    before: first,
    request: row('PATCH', '/<id>', second),
    response: notAllowed,
    after: first,
  },
  {
    id: 'method-write-root',
    clause: 'D15',
    title: 'POST and PUT on the root are 400, not 405, without Allow.',
    request: writes(second, jsonType, '/'),
    response: problem(400, messages.idMissing, { Allow: undefined }),
  },
  {
    id: 'method-delete-root',
    clause: 'D15',
    title: 'DELETE on the root is 400, not 405, without Allow.',
    request: row('DELETE', '/'),
    response: problem(400, messages.deleteWithoutId, { Allow: undefined }),
  },
  {
    id: 'method-delete-content-type',
    clause: 'SPEC 4.6',
    title: 'DELETE ignores the content type.',
    before: first,
    request: ['text/plain', '', 'application/json'].map((type) =>
      row('DELETE', '/<id>', undefined, [['Content-Type', type]]),
    ),
    response: 'success',
    after: null,
  },
  {
    id: 'method-delete-body',
    clause: 'SPEC 4.6',
    title: 'DELETE ignores a body.',
    before: first,
    request: [second, '{', 'x'.repeat(5000)].map((body) => row('DELETE', '/<id>', body)),
    response: 'success',
    after: null,
  },
  ...['X-HTTP-Method-Override', 'X-HTTP-Method'].map(
    (field): Row => ({
      id: `method-override-${field.toLowerCase()}`,
      clause: 'D18',
      title: `${field} is ignored.`,
      before: first,
      request: writes(second, [...jsonType, [field, 'DELETE']]),
      response: 'success',
      after: second,
    }),
  ),
  {
    id: 'method-override-query',
    clause: 'D18',
    title: 'A method in the query is ignored.',
    before: first,
    request: writes(second, jsonType, '/<id>?_method=DELETE'),
    response: 'success',
    after: second,
  },
];

/** Targets whose HEAD must be as GET. */
const heads: readonly (readonly [
  name: string,
  rule: string,
  target: (id: string) => string,
  needs?: HttpCase['needs'],
])[] = [
  ['record', 'a record', (id) => `/${id}`],
  ['absent', 'an absent record', (id) => `/${id}-absent`],
  // No other case may write between the two requests.
  ['list', 'the list', () => '/', ['empty-store']],
  ['bad-escape', 'an invalid identifier', () => '/%zz'],
  ['unknown', 'an unknown route', (id) => `/${id}/b`],
];

/** 405, or the 400 of a parser that does not know the method (D14). */
async function expectUnknownMethod(service: Parameters<HttpCase['run']>[0], method: string): Promise<void> {
  const response = await service.request(ask(method, `/${service.freshId()}`));
  if (response.status === 400) return;
  expectProblem(response, 405, messages.methodNotAllowed);
  expectFields(response, allow);
}

/** D12 to D15, D18 and SPEC 4.6: methods. */
export const methods: readonly HttpCase[] = [
  ...rows.map(rowCase),
  ...heads.map(([name, rule, targetOf, needs = []]) =>
    httpCase(
      `method-head-${name}`,
      'D12',
      `HEAD of ${rule} has the status and the fields of GET, and no body.`,
      async (service) => {
        const text = '{"description":"é€","coordinates":{"latitude":1,"longitude":2}}';
        const target = targetOf(await createRecord(service, text));
        const got = await service.request(ask('GET', target));
        const head = await service.request(ask('HEAD', target));
        expectEqual('status', head.status, got.status);
        expectEqual('length of the body', head.body.length, 0);
        for (const field of ['content-type', 'content-length', 'transfer-encoding']) {
          expectEqual(field, head.headers[field], got.headers[field]);
        }
      },
      { needs, presupposes: [plain.creates] },
    ),
  ),
  httpCase(
    'method-unknown',
    'D14',
    'An unknown method is 405, or 400 if the parser of the server does not know it.',
    (service) => expectUnknownMethod(service, 'FROBNICATE'),
    { presupposes: presupposedBy(messages.methodNotAllowed) },
  ),
  httpCase(
    'method-lower-case',
    'D14',
    'Methods are case-sensitive: "delete" is unknown.',
    async (service) => {
      for (const method of ['get', 'Post', 'delete']) await expectUnknownMethod(service, method);
    },
    { presupposes: [...presupposedBy(messages.methodNotAllowed), 'method-unknown'] },
  ),
  httpCase(
    'method-delete-root-keeps-all',
    'SPEC 4.6',
    'DELETE without an identifier removes nothing.',
    async (service) => {
      const ids = [await createRecord(service), await createRecord(service)];
      await service.request(ask('DELETE', '/'));
      for (const id of ids) await expectListed(service, id, first);
    },
    { presupposes: [plain.creates, plain.list] },
  ),
  httpCase(
    'method-override-creates',
    'D18',
    'A POST with X-HTTP-Method-Override: PUT creates a record.',
    async (service) => {
      const target = `/${service.freshId()}`;
      await expectAbsent(service, target);
      expectSuccess(
        await service.request(send('POST', target, first, [...jsonType, ['X-HTTP-Method-Override', 'PUT']])),
      );
      await expectRecord(service, target, first);
    },
    { presupposes: [plain.creates, plain.absent] },
  ),
];
