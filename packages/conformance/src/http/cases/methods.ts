import { expectEqual } from '../../contract-error.ts';
import { allowedMethods, expectFields } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectListed, first, second } from '../records.ts';
import { ask, jsonType } from '../requests.ts';
import {
  acceptedWrites,
  plain,
  presupposedBy,
  problem,
  row,
  rowCase,
  sameResponse,
  writes,
} from '../rows.ts';
import type { Service } from '../service.ts';

const allow = { Allow: allowedMethods };
const notAllowed = problem(405, messages.methodNotAllowed, allow);
const listsMethods = {
  status: 200,
  text: '',
  fields: { ...allow, 'Content-Length': '0', 'Content-Type': undefined },
};
const removed = { before: first, response: 'success', after: null } as const;

const options = (
  [
    ['root', 'the root', '/'],
    ['record', 'an identifier', '/<id>'],
    ['star', 'the whole server', '*'],
    ['unknown', 'an unknown route', '/<id>/b'],
    ['bad-escape', 'an invalid identifier', '/%zz'],
  ] as const
).map(([name, rule, target]) => {
  const title = `OPTIONS on ${rule} is 200 and lists the methods in Allow.`;
  return [`method-options-${name}`, title, row('OPTIONS', target)] as const;
});

/** HEAD of these must be as GET. No other case may write between the two requests about the list. */
const heads: readonly (readonly [
  name: string,
  rule: string,
  target: (id: string) => string,
  needs?: HttpCase['needs'],
])[] = [
  ['record', 'a record', (id) => `/${id}`],
  ['absent', 'an absent record', (id) => `/${id}-absent`],
  ['list', 'the list', () => '/', ['empty-store']],
];

/** 405, or the 400 of a parser that does not know the method (D14). */
async function expectUnknownMethod(service: Service, method: string): Promise<void> {
  const response = await service.request(ask(method, `/${service.freshId()}`));
  if (response.status === 400) return;
  expectProblem(response, 405, messages.methodNotAllowed);
  expectFields(response, allow);
}

/** D12 to D15, D18 and SPEC 4.6: methods. */
export const methods: readonly HttpCase[] = [
  ...sameResponse('D13', listsMethods, [
    ...options,
    [
      'method-options-body',
      'OPTIONS ignores the content type and the body.',
      row('OPTIONS', '/<id>', '{', [['Content-Type', 'text/plain']]),
    ],
  ]),
  ...sameResponse('D14', notAllowed, [
    ...['PATCH', 'TRACE'].map((method) => {
      const title = `${method} is 405 on every route, and lists the methods in Allow.`;
      return [
        `method-${method.toLowerCase()}`,
        title,
        ['/<id>', '/', '/%zz'].map((target) => row(method, target)),
      ] as const;
    }),
    ['method-patch-body', 'PATCH with a Location is 405 and changes nothing.', row('PATCH', '/<id>', second)],
  ]),
  ...sameResponse('D15', problem(400, messages.idMissing, { Allow: undefined }), [
    [
      'method-write-root',
      'POST and PUT on the root are 400, not 405, without Allow.',
      writes(second, jsonType, '/'),
    ],
  ]),
  ...sameResponse('D15', problem(400, messages.deleteWithoutId, { Allow: undefined }), [
    ['method-delete-root', 'DELETE on the root is 400, not 405, without Allow.', row('DELETE', '/')],
  ]),
  rowCase({
    id: 'method-delete-content-type',
    clause: 'SPEC 4.6',
    title: 'DELETE ignores the content type.',
    request: ['text/plain', ''].map((type) => row('DELETE', '/<id>', undefined, [['Content-Type', type]])),
    ...removed,
  }),
  rowCase({
    id: 'method-delete-body',
    clause: 'SPEC 4.6',
    title: 'DELETE ignores a body.',
    request: [second, '{', 'x'.repeat(5000)].map((body) => row('DELETE', '/<id>', body)),
    ...removed,
  }),
  ...acceptedWrites('D18', [
    [
      'method-override-field',
      'X-HTTP-Method-Override and X-HTTP-Method are ignored.',
      ['X-HTTP-Method-Override', 'X-HTTP-Method'].flatMap((field) =>
        writes(second, [...jsonType, [field, 'DELETE']]),
      ),
      second,
    ],
    [
      'method-override-query',
      'A method in the query is ignored.',
      writes(second, jsonType, '/<id>?_method=DELETE'),
      second,
    ],
  ]),
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
];
