import { expectEqual } from '../../contract-error.ts';
import { expectDone } from '../expect.ts';
import { expectHeadProblem, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectListed, expectRecord, first, readList, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** The response for an unknown route, the same for every method except OPTIONS. */
async function expectUnknown(service: Service, method: string, target: string): Promise<void> {
  const response = await service.request(
    method === 'POST' || method === 'PUT' ? send(method, target, first) : ask(method, target),
  );
  if (method === 'HEAD') expectHeadProblem(response, 404, messages.routeNotFound);
  else expectProblem(response, 404, messages.routeNotFound);
}

const unknownByMethod = methods.map((method) =>
  httpCase(
    `target-unknown-${method.toLowerCase()}`,
    'D4',
    `${method} on two segments is an unknown route.`,
    (service) => expectUnknown(service, method, `/${service.freshId()}/b`),
  ),
);

const unknownTargets: readonly (readonly [name: string, rule: string, target: string])[] = [
  ['slash-behind', 'A slash after the identifier', '/a/'],
  ['slash-before', 'A slash before the identifier', '//a'],
  ['slash-twice', 'An empty segment', '//'],
  ['slash-thrice', 'A path of three slashes', '///'],
  ['slash-between', 'An empty segment between two', '/a//b'],
  ['three-segments', 'A path of three segments', '/a/b/c'],
  ['query', 'A path of two segments with a query', '/a/b?x'],
  ['backslash', 'A backslash, which is read as a slash,', '/a\\b'],
  ['backslash-behind', 'A backslash after the identifier', '/a\\'],
  ['dot-behind', 'A dot segment after the identifier, which leaves a slash,', '/a/.'],
  ['dots-behind', 'A removed segment after the identifier, which leaves a slash,', '/a/b/..'],
  ['encoded-dot-behind', 'An encoded dot segment after the identifier', '/a/%2E'],
];

const unknown = unknownTargets.map(([name, rule, target]) =>
  httpCase(
    `target-unknown-${name}`,
    name.includes('backslash') || name.includes('dot') ? 'D5' : 'D4',
    `${rule} is an unknown route for every method except OPTIONS.`,
    async (service) => {
      for (const method of methods) await expectUnknown(service, method, target);
    },
  ),
);

/** Spellings of the target of a record `/<id>`. */
const spellings: readonly (readonly [
  name: string,
  clause: string,
  rule: string,
  spell: (id: string) => string,
])[] = [
  ['dot', 'D5', 'A dot segment is removed', (id) => `/./${id}`],
  ['dot-encoded', 'D5', 'An encoded dot segment is removed', (id) => `/%2e/${id}`],
  ['dot-encoded-upper', 'D5', 'A dot segment encoded in capitals is removed', (id) => `/%2E/${id}`],
  ['dots', 'D5', 'Two dots remove the segment before', (id) => `/a/../${id}`],
  ['dots-encoded', 'D5', 'Two encoded dots remove the segment before', (id) => `/a/%2e%2E/${id}`],
  ['dots-half-encoded', 'D5', 'Two dots (one encoded) remove the segment before', (id) => `/a/.%2e/${id}`],
  [
    'dots-half-encoded-first',
    'D5',
    'Two dots (the first encoded) remove the segment before',
    (id) => `/a/%2e./${id}`,
  ],
  ['dots-at-root', 'D5', 'Two dots at the root remove nothing', (id) => `/../../${id}`],
  ['dots-deep', 'D5', 'Dot segments are removed one after the other', (id) => `/a/b/.././../${id}`],
  ['backslash', 'D5', 'A backslash is a slash', (id) => `/a\\..\\${id}`],
  ['backslash-dot', 'D5', 'A backslash ends a dot segment', (id) => `/.\\${id}`],
  ['dots-empty-segment', 'D5', 'Two dots remove an empty segment', (id) => `//../${id}`],
  ['dots-bad-escape', 'D5', 'Two dots remove a segment with a bad escape', (id) => `/%zz/../${id}`],
  ['query', 'D7', 'The query is ignored', (id) => `/${id}?x=1&id=other`],
  ['query-empty', 'D7', 'An empty query is ignored', (id) => `/${id}?`],
  ['query-slashes', 'D7', 'Slashes and dots in the query are ignored', (id) => `/${id}?/../b/%zz?`],
  ['fragment', 'D5', 'A fragment is not part of the path', (id) => `/${id}#a/b`],
  ['absolute', 'D6', 'The path of an absolute-form target is used', (id) => `http://localhost/${id}`],
  [
    'absolute-port',
    'D6',
    'The port of an absolute-form target is not part of its path',
    (id) => `http://127.0.0.1:9/${id}`,
  ],
  [
    'absolute-query',
    'D6',
    'The query of an absolute-form target is ignored',
    (id) => `http://localhost/${id}?a/b`,
  ],
  [
    'absolute-dots',
    'D6',
    'Dot segments of an absolute-form target are removed',
    (id) => `http://localhost/a/../${id}`,
  ],
  [
    'absolute-https',
    'D6',
    'The scheme of an absolute-form target does not matter',
    (id) => `HTTPS://localhost/${id}`,
  ],
];

const sameRecord = spellings.map(([name, clause, rule, spell]) =>
  httpCase(`target-spelling-${name}`, clause, `${rule}, for every method.`, async (service) => {
    const id = service.freshId();
    await store(service, spell(id), first);
    await expectRecord(service, `/${id}`, first);
    await expectRecord(service, spell(id), first);
    await expectListed(service, id, first);
    expectDone(await service.request(send('PUT', spell(id), first)));
    expectDone(await service.request(ask('DELETE', spell(id))));
    expectEqual('status', (await service.request(ask('GET', `/${id}`))).status, 404);
  }),
);

/** Spellings of the target of the list. */
const roots: readonly (readonly [name: string, clause: string, rule: string, target: string])[] = [
  ['slash', 'D8', 'The root has no identifier', '/'],
  ['query', 'D8', 'The root with a query has no identifier', '/?id=x'],
  ['query-empty', 'D8', 'The root with an empty query has no identifier', '/?'],
  ['dot', 'D5', 'A single dot is the root, and never an identifier', '/.'],
  ['dots', 'D5', 'Two dots are the root, and never an identifier', '/..'],
  ['dot-encoded', 'D5', 'An encoded dot is the root, and never an identifier', '/%2e'],
  ['dots-encoded', 'D5', 'Two encoded dots are the root, and never an identifier', '/%2E%2e'],
  ['removed', 'D5', 'A segment removed by two dots leaves the root', '/a/..'],
  ['removed-slash', 'D5', 'A segment removed by two dots and a slash leaves the root', '/a/../'],
  ['absolute', 'D6', 'An absolute-form target without a segment has no identifier', 'http://localhost/'],
  ['absolute-bare', 'D6', 'An absolute-form target without a path has no identifier', 'http://localhost'],
  [
    'absolute-query',
    'D6',
    'An absolute-form target with only a query has no identifier',
    'http://localhost?/a',
  ],
];

const sameCollection = roots.map(([name, clause, rule, target]) =>
  httpCase(`target-root-${name}`, clause, `${rule}.`, async (service) => {
    const id = await createRecord(service);
    expectEqual('listed', (await readList(service, target)).filter(([entry]) => entry === id).length, 1);
    expectProblem(await service.request(send('POST', target, first)), 400, messages.idMissing);
    expectProblem(await service.request(send('PUT', target, first)), 400, messages.idMissing);
    expectProblem(await service.request(ask('DELETE', target)), 400, messages.deleteWithoutId);
    await expectRecord(service, `/${id}`, first);
  }),
);

/** Routing: unknown routes, dot segments, queries, the absolute form, the root. */
export const targets: readonly HttpCase[] = [
  ...unknownByMethod,
  ...unknown,
  ...sameRecord,
  ...sameCollection,
  httpCase(
    'target-unknown-first',
    'D4',
    'An unknown route is reported before any check of a write.',
    async (service) => {
      for (const method of ['POST', 'PUT']) {
        const bad = send(method, '/a/b', '{', [['Content-Type', 'text/plain']]);
        expectProblem(await service.request(bad), 404, messages.routeNotFound);
      }
      expectProblem(await service.request(ask('GET', '/%zz/b')), 404, messages.routeNotFound);
    },
  ),
  httpCase(
    'target-unknown-leaves-record',
    'D4',
    'A slash after an identifier does not name its record.',
    async (service) => {
      const id = await createRecord(service);
      for (const target of [`/${id}/`, `//${id}`]) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) await expectUnknown(service, method, target);
      }
      await expectRecord(service, `/${id}`, first);
    },
  ),
  httpCase('target-control-plane', 'D45', 'The service has no routes under "/-/".', async (service) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      for (const target of ['/-/health', '/-/metrics', '/-/']) await expectUnknown(service, method, target);
    }
  }),
  httpCase(
    'target-no-version',
    'SPEC 4',
    'All operations are at the root: no segment comes before the identifier.',
    async (service) => {
      const id = await createRecord(service);
      for (const prefix of ['v1', 'api', 'locations'])
        await expectUnknown(service, 'GET', `/${prefix}/${id}`);
    },
  ),
];
