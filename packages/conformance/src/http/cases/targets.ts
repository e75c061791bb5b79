import { expectEqual } from '../../contract-error.ts';
import { expectSuccess } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { expectAbsent, expectRecord, first, readList, second, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import { plain, presupposedBy, problem, type Row, row, rowCase, writes } from '../rows.ts';

/** GET, POST, PUT, DELETE and PATCH of a target. */
const everyMethod = (target: string) => [
  row('GET', target),
  ...writes(first, undefined, target),
  row('DELETE', target),
  row('PATCH', target),
];

/** Targets that name neither the root nor a record. */
const unknown: readonly (readonly [name: string, clause: string, rule: string, target: string])[] = [
  ['two-segments', 'D4', 'A path of two segments', '/<id>/b'],
  ['slash-behind', 'D4', 'A slash after an identifier', '/<id>/'],
  ['slash-before', 'D4', 'A slash before an identifier', '//<id>'],
  ['slash-between', 'D4', 'An empty segment', '/a//<id>'],
  ['query', 'D4', 'A path of two segments with a query', '/<id>/b?x'],
  ['dots-behind', 'D5', 'A removed segment after an identifier, which leaves a slash,', '/<id>/b/..'],
  ['backslash', 'D5', 'A backslash, which is a slash,', '/<id>\\b'],
  ['control-plane', 'D45', 'A path below "/-/"', '/-/<id>'],
];

/** Other spellings of the target of a record. */
const spellings: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  target: (id: string) => string,
])[] = [
  ['dot', 'D5', 'A dot segment is removed', (id) => `/./${id}`],
  ['dot-encoded', 'D5', 'An encoded dot segment is removed', (id) => `/%2e/${id}`],
  ['dots', 'D5', 'Two dots remove the segment before them', (id) => `/a/../${id}`],
  [
    'dots-half-encoded',
    'D5',
    'Two dots, one of them encoded, remove the segment before them',
    (id) => `/a/.%2E/${id}`,
  ],
  ['dots-at-root', 'D5', 'Two dots at the root remove nothing', (id) => `/../../${id}`],
  ['backslash', 'D5', 'A backslash is a slash', (id) => `/a\\..\\${id}`],
  ['query', 'D7', 'A query is ignored', (id) => `/${id}?x=1&id=other`],
  ['query-slashes', 'D7', 'Slashes and escapes in a query are ignored', (id) => `/${id}?/../b/%zz?`],
  ['absolute', 'D6', 'The path of a target in absolute form is used', (id) => `http://localhost/${id}`],
  [
    'absolute-port',
    'D6',
    'The port of a target in absolute form is not used',
    (id) => `http://127.0.0.1:9/${id}?a/b`,
  ],
  [
    'absolute-dots',
    'D6',
    'Dots of a target in absolute form are removed',
    (id) => `http://localhost/a/../${id}`,
  ],
];

/** Targets of the root. */
const roots: readonly (readonly [name: string, clause: string, rule: string, target: string])[] = [
  ['query', 'D8', 'The root with a query has no identifier', '/?id=x'],
  ['query-empty', 'D8', 'The root with an empty query has no identifier', '/?'],
  ['dots', 'D5', 'Two dots are the root', '/..'],
  ['dot-encoded', 'D5', 'An encoded dot is the root, and not an identifier', '/%2e'],
  ['dots-encoded', 'D5', 'Two encoded dots are the root, and not an identifier', '/%2E%2e'],
  ['removed', 'D5', 'A removed segment leaves the root', '/a/..'],
  ['absolute', 'D6', 'A target in absolute form without a segment is the root', 'http://localhost/'],
  ['absolute-bare', 'D6', 'A target in absolute form without a path is the root', 'http://localhost'],
];

const rootErrors = [...presupposedBy(messages.idMissing), ...presupposedBy(messages.deleteWithoutId)];
const record = [plain.creates, plain.replaces, plain.removes, plain.absent];

/** Expects GET to list a record, and other methods to miss the identifier. */
async function expectRoot(
  service: Parameters<HttpCase['run']>[0],
  target: string,
  recordTarget: (id: string) => string,
): Promise<void> {
  const id = service.freshId();
  await store(service, recordTarget(id), first);
  const listed = (await readList(service, target)).filter(([listedId]) => listedId === id);
  expectEqual('entries', listed.length, 1);
  for (const method of ['POST', 'PUT']) {
    expectProblem(await service.request(send(method, target, second)), 400, messages.idMissing);
  }
  expectProblem(await service.request(ask('DELETE', target)), 400, messages.deleteWithoutId);
  await expectRecord(service, recordTarget(id), first);
}

const base = { options: { basePath: '/locations' } } as const;

/** Targets that are unknown below the base path `/locations`. */
const outside: readonly (readonly [name: string, target: string])[] = [
  ['outside', '/'],
  ['longer', '/locationsx'],
  ['longer-record', '/locationsx/<id>'],
  ['case', '/Locations/<id>'],
  ['two-segments', '/locations/<id>/b'],
  ['slash-twice', '/locations//'],
  ['left', '/locations/../<id>'],
  ['encoded-slash', '/locations%2F<id>'],
];

const rows: readonly Row[] = [
  ...unknown.map(
    ([name, clause, rule, target]): Row => ({
      id: `target-unknown-${name}`,
      clause,
      title: `${rule} is an unknown route for every method.`,
      before: first,
      request: everyMethod(target),
      response: problem(404, messages.routeNotFound),
      after: first,
    }),
  ),
  {
    id: 'target-unknown-first',
    clause: 'D4',
    title: 'An unknown route is 404 before any check of a write.',
    request: [...writes('{', [['Content-Type', 'text/plain']], '/<id>/b'), row('GET', '/%zz/<id>')],
    response: problem(404, messages.routeNotFound),
  },
  ...outside.map(
    ([name, target]): Row => ({
      id: `base-path-unknown-${name}`,
      clause: 'D11',
      title: `Below the base path "/locations", "${target.replace('<id>', 'a')}" is an unknown route.`,
      request: everyMethod(target),
      response: problem(404, messages.routeNotFound),
      ...base,
    }),
  ),
  {
    id: 'base-path-bad-escape',
    clause: 'D3',
    title: 'Below a base path, a bad escape makes an identifier invalid.',
    request: row('GET', '/locations/%zz'),
    response: problem(400, messages.idInvalid),
    ...base,
  },
  {
    id: 'base-path-options',
    clause: 'D13',
    title: 'Below a base path, OPTIONS is 200 on every target.',
    request: [row('OPTIONS', '/locations'), row('OPTIONS', '/locations/<id>'), row('OPTIONS', '*')],
    response: { status: 200 },
    ...base,
  },
];

/** D4 to D8, D11 and D45: routes. */
export const targets: readonly HttpCase[] = [
  ...rows.map(rowCase),
  ...spellings.map(([name, clause, rule, spell]) =>
    httpCase(
      `target-spelling-${name}`,
      clause,
      `${rule}, for every method.`,
      async (service) => {
        const id = service.freshId();
        await store(service, spell(id), first);
        await expectRecord(service, `/${id}`, first);
        expectSuccess(await service.request(send('PUT', spell(id), second)));
        await expectRecord(service, spell(id), second);
        expectSuccess(await service.request(ask('DELETE', spell(id))));
        await expectAbsent(service, `/${id}`);
      },
      { presupposes: record },
    ),
  ),
  ...roots.map(([name, clause, rule, target]) =>
    httpCase(
      `target-root-${name}`,
      clause,
      `${rule}.`,
      (service) => expectRoot(service, target, (id) => `/${id}`),
      { presupposes: [plain.creates, plain.list, ...rootErrors] },
    ),
  ),
  ...[
    ['bare', '/locations'],
    ['slash', '/locations/'],
    ['query', '/locations?x'],
  ].map(([name, target = '']) =>
    httpCase(
      `base-path-root-${name}`,
      'D11',
      `Below the base path "/locations", "${target}" is the root.`,
      (service) => expectRoot(service, target, (id) => `/locations/${id}`),
      { presupposes: [plain.creates, plain.list, ...rootErrors], ...base },
    ),
  ),
  httpCase(
    'base-path-record',
    'D11',
    'Below a base path, the segment after it is the identifier.',
    async (service) => {
      const target = `/locations/${service.freshId()}`;
      await store(service, target, first);
      expectSuccess(await service.request(send('PUT', target, second)));
      await expectRecord(service, target, second);
      expectSuccess(await service.request(ask('DELETE', target)));
      await expectAbsent(service, target);
    },
    { presupposes: record, ...base },
  ),
  httpCase(
    'base-path-dots',
    'D11',
    'Dot segments are removed before the base path is matched.',
    async (service) => {
      const id = service.freshId();
      await store(service, `/x/../locations/./${id}`, first);
      await expectRecord(service, `/locations/y/../${id}`, first);
      await expectRecord(service, `/locations/../locations/${id}`, first);
    },
    { presupposes: record, ...base },
  ),
  httpCase(
    'base-path-absolute',
    'D11',
    'The base path is matched in a target in absolute form.',
    async (service) => {
      const id = service.freshId();
      await store(service, `http://localhost/locations/${id}`, first);
      await expectRecord(service, `/locations/${id}`, first);
    },
    { presupposes: record, ...base },
  ),
  httpCase(
    'base-path-id-alike',
    'D11',
    'An identifier may be the same as the base path.',
    async (service) => {
      await store(service, '/locations/locations', first);
      await expectRecord(service, '/locations/locations', first);
    },
    { presupposes: record, needs: ['empty-store'], ...base },
  ),
  httpCase(
    'base-path-escapes',
    'D11',
    'A base path may have several segments, escapes and a slash at its end.',
    async (service) => {
      const id = service.freshId();
      await store(service, `/caf%C3%A9/v%201/${id}`, first);
      await expectRecord(service, `/caf%c3%a9/v%201/${id}`, first);
      for (const target of ['/caf%C3%A9/v%201', '/caf%C3%A9/v%201/']) await readList(service, target);
      await expectAbsent(service, `/caf%C3%A9/${id}`);
    },
    { presupposes: record, options: { basePath: '/caf%C3%A9/v%201/' } },
  ),
];
