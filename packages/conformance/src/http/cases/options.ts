import { expectEqual } from '../../contract-error.ts';
import { expectNotReplaced, expectProblem, messages, resourceNotFound } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { expectRecord, first, readList, second, store } from '../records.ts';
import { ask, send } from '../requests.ts';

const base = { options: { basePath: '/locations' } } as const;
const deep = { options: { basePath: '/caf%C3%A9/v%201/' } } as const;

/** The base path. Cases of other options are next to the rules that they change. */
export const options: readonly HttpCase[] = [
  httpCase(
    'base-path-record',
    'D11',
    'Under a base path, the segment after it is the identifier.',
    async (service) => {
      const id = service.freshId();
      await store(service, `/locations/${id}`, first);
      await expectRecord(service, `/locations/${id}`, first);
      expectEqual('status', (await service.request(send('PUT', `/locations/${id}`, second))).status, 200);
      await expectRecord(service, `/locations/${id}?x`, second);
      expectEqual('status', (await service.request(ask('DELETE', `/locations/${id}`))).status, 200);
      expectProblem(await service.request(ask('GET', `/locations/${id}`)), 404, resourceNotFound(id));
      expectNotReplaced(await service.request(send('PUT', `/locations/${id}`, first)), id);
    },
    base,
  ),
  ...[
    ['bare', '/locations'],
    ['slash', '/locations/'],
    ['query', '/locations?x'],
    ['slash-query', '/locations/?x=/a'],
  ].map(([name, target = '']) =>
    httpCase(
      `base-path-root-${name}`,
      'D11',
      `Under the base path "/locations", "${target}" is the root.`,
      async (service) => {
        const id = service.freshId();
        await store(service, `/locations/${id}`, first);
        expectEqual('listed', (await readList(service, target)).filter(([entry]) => entry === id).length, 1);
        expectProblem(await service.request(send('POST', target, first)), 400, messages.idMissing);
        expectProblem(await service.request(send('PUT', target, first)), 400, messages.idMissing);
        expectProblem(await service.request(ask('DELETE', target)), 400, messages.deleteWithoutId);
      },
      base,
    ),
  ),
  ...[
    ['outside', '/'],
    ['other', '/other'],
    ['longer', '/locationsx'],
    ['longer-record', '/locationsx/a'],
    ['shorter', '/location/a'],
    ['case', '/Locations/a'],
    ['two-segments', '/locations/a/b'],
    ['slash-behind', '/locations/a/'],
    ['slash-twice', '/locations//'],
    ['slash-before', '//locations/a'],
    ['left', '/locations/../a'],
    ['left-root', '/locations/..'],
    ['left-encoded', '/locations/%2e%2e/a'],
    ['encoded-slash', '/locations%2Fa'],
  ].map(([name, target = '']) =>
    httpCase(
      `base-path-unknown-${name}`,
      'D11',
      `Under the base path "/locations", "${target}" is an unknown route.`,
      async (service) => {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
          const response = await service.request(
            method.startsWith('P') ? send(method, target, first) : ask(method, target),
          );
          expectProblem(response, 404, messages.routeNotFound);
        }
      },
      base,
    ),
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
      await expectRecord(service, `/%2e/locations\\${id}`, first);
    },
    base,
  ),
  httpCase(
    'base-path-absolute',
    'D11',
    'The base path is matched in an absolute-form target.',
    async (service) => {
      const id = service.freshId();
      await store(service, `http://localhost/locations/${id}`, first);
      await expectRecord(service, `/locations/${id}`, first);
    },
    base,
  ),
  httpCase(
    'base-path-id-alike',
    'D11',
    'An identifier may be the same as the base path.',
    async (service) => {
      await store(service, '/locations/locations', first);
      await expectRecord(service, '/locations/locations', first);
    },
    { ...base, needs: ['empty-store'] },
  ),
  httpCase(
    'base-path-escapes',
    'D11',
    'A base path may have several segments, escapes and a trailing slash.',
    async (service) => {
      const id = service.freshId();
      await store(service, `/caf%C3%A9/v%201/${id}`, first);
      await expectRecord(service, `/caf%c3%a9/v%201/${id}`, first);
      expectEqual(
        'listed',
        (await readList(service, '/caf%C3%A9/v%201')).some(([entry]) => entry === id),
        true,
      );
      expectEqual(
        'listed',
        (await readList(service, '/caf%C3%A9/v%201/')).some(([entry]) => entry === id),
        true,
      );
      expectProblem(await service.request(ask('GET', '/caf%C3%A9')), 404, messages.routeNotFound);
      expectProblem(await service.request(ask('GET', `/caf%C3%A9/${id}`)), 404, messages.routeNotFound);
    },
    deep,
  ),
  httpCase(
    'base-path-bad-escape',
    'D3',
    'Under a base path, a bad escape is an identifier that is not valid.',
    async (service) => {
      expectProblem(await service.request(ask('GET', '/locations/%zz')), 400, messages.idInvalid);
      expectProblem(await service.request(ask('GET', '/%zz/a')), 404, messages.routeNotFound);
    },
    base,
  ),
  httpCase(
    'base-path-options',
    'D13',
    'OPTIONS works under a base path, too.',
    async (service) => {
      for (const target of ['/locations', '/locations/a', '*']) {
        expectEqual('status', (await service.request(ask('OPTIONS', target))).status, 200);
      }
    },
    base,
  ),
];
