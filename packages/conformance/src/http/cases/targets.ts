import { expectEqual } from '../../contract-error.ts';
import { expectSuccess } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { expectAbsent, expectRecord, first, readList, second, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import { plain, presupposedBy, problem, row, rowCase, sameResponse, writes } from '../rows.ts';
import type { Service } from '../service.ts';

const unknownRoute = problem(404, messages.routeNotFound);
const record = [plain.creates, plain.replaces, plain.removes, plain.absent];

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
  ['dots-behind', 'D5', 'A removed segment after an identifier, which leaves a slash,', '/<id>/b/..'],
  ['control-plane', 'D45', 'A path below "/-/"', '/-/<id>'],
];

type TargetOf = (id: string) => string;

/** Other spellings of the target of a record. */
const spellings: readonly (readonly [name: string, clause: string, rule: string, target: TargetOf])[] = [
  ['dot-encoded', 'D5', 'An encoded dot segment is removed', (id) => `/%2e/${id}`],
  ['dots', 'D5', 'Two dots remove the segment before them', (id) => `/a/../${id}`],
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
];

/** Targets of the root. */
const roots: readonly (readonly [name: string, clause: string, rule: string, target: string])[] = [
  ['query', 'D8', 'The root with a query has no identifier', '/?id=x'],
  ['query-empty', 'D8', 'The root with an empty query has no identifier', '/?'],
  ['dot-encoded', 'D5', '"/%2e" is the root, and not an identifier', '/%2e'],
  ['dots', 'D5', '"/.." is the root', '/..'],
  ['absolute', 'D6', 'A target in absolute form without a segment is the root', 'http://localhost/'],
];

const base = { options: { basePath: '/locations' } } as const;

/** Targets that are unknown below the base path `/locations`. */
const outside: readonly (readonly [name: string, target: string])[] = [
  ['outside', '/'],
  ['longer', '/locationsx'],
  ['case', '/Locations/<id>'],
  ['two-segments', '/locations/<id>/b'],
  ['encoded-slash', '/locations%2F<id>'],
];

/** Stores, replaces and deletes a record by one spelling of its target, and looks for it by another. */
async function expectSame(service: Service, spelling: string, target: string): Promise<void> {
  await store(service, spelling, first);
  await expectRecord(service, target, first);
  expectSuccess(await service.request(send('PUT', spelling, second)));
  await expectRecord(service, spelling, second);
  expectSuccess(await service.request(ask('DELETE', spelling)));
  await expectAbsent(service, target);
}

/** Makes a case of a target of the root: GET lists a record, and other methods miss the identifier. */
function rootCase(
  id: string,
  clause: string,
  title: string,
  target: string,
  recordTarget: TargetOf,
  more: Pick<HttpCase, 'options'> = {},
): HttpCase {
  return httpCase(
    id,
    clause,
    title,
    async (service) => {
      const id = service.freshId();
      await store(service, recordTarget(id), first);
      const listed = (await readList(service, target)).filter(([listedId]) => listedId === id);
      expectEqual('entries', listed.length, 1);
      for (const method of ['POST', 'PUT']) {
        expectProblem(await service.request(send(method, target, second)), 400, messages.idMissing);
      }
      expectProblem(await service.request(ask('DELETE', target)), 400, messages.deleteWithoutId);
      await expectRecord(service, recordTarget(id), first);
    },
    {
      presupposes: [
        plain.creates,
        plain.list,
        ...presupposedBy(messages.idMissing),
        ...presupposedBy(messages.deleteWithoutId),
      ],
      ...more,
    },
  );
}

/** D4 to D8, D11 and D45: routes. */
export const targets: readonly HttpCase[] = [
  ...unknown.flatMap(([name, clause, rule, target]) =>
    sameResponse(clause, unknownRoute, [
      [`target-unknown-${name}`, `${rule} is an unknown route for every method.`, everyMethod(target)],
    ]),
  ),
  ...sameResponse('D4', unknownRoute, [
    [
      'target-unknown-first',
      'An unknown route is 404 before any check of a write.',
      [...writes('{', [['Content-Type', 'text/plain']], '/<id>/b'), row('GET', '/%zz/<id>')],
    ],
  ]),
  ...spellings.map(([name, clause, rule, spell]) =>
    httpCase(
      `target-spelling-${name}`,
      clause,
      `${rule}, for every method.`,
      (service) => {
        const id = service.freshId();
        return expectSame(service, spell(id), `/${id}`);
      },
      { presupposes: record },
    ),
  ),
  ...roots.map(([name, clause, rule, target]) =>
    rootCase(`target-root-${name}`, clause, `${rule}.`, target, (id) => `/${id}`),
  ),
  ...[
    ['bare', '/locations'],
    ['slash', '/locations/'],
    ['query', '/locations?x'],
  ].map(([name, target = '']) =>
    rootCase(
      `base-path-root-${name}`,
      'D11',
      `Below the base path "/locations", "${target}" is the root.`,
      target,
      (id) => `/locations/${id}`,
      base,
    ),
  ),
  ...outside.map(([name, target]) =>
    rowCase({
      id: `base-path-unknown-${name}`,
      clause: 'D11',
      title: `Below the base path "/locations", "${target.replace('<id>', 'a')}" is an unknown route.`,
      request: everyMethod(target),
      response: unknownRoute,
      ...base,
    }),
  ),
  rowCase({
    id: 'base-path-options',
    clause: 'D13',
    title: 'Below a base path, OPTIONS is 200 on every target.',
    request: ['/locations', '/locations/<id>', '*'].map((target) => row('OPTIONS', target)),
    response: { status: 200 },
    ...base,
  }),
  httpCase(
    'base-path-record',
    'D11',
    'Below a base path, the next segment is the identifier, once dot segments are removed.',
    (service) => {
      const id = service.freshId();
      return expectSame(service, `/x/../locations/./${id}`, `/locations/${id}`);
    },
    { presupposes: record, ...base },
  ),
  httpCase(
    'base-path-escapes',
    'D11',
    'A base path may have several segments, escapes and a slash at its end.',
    async (service) => {
      const id = service.freshId();
      await expectSame(service, `/caf%C3%A9/v%201/${id}`, `/caf%c3%a9/v%201/${id}`);
      for (const target of ['/caf%C3%A9/v%201', '/caf%C3%A9/v%201/']) await readList(service, target);
      await expectAbsent(service, `/caf%C3%A9/${id}`);
    },
    { presupposes: record, options: { basePath: '/caf%C3%A9/v%201/' } },
  ),
];
