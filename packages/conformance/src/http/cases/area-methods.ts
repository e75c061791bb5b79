import { expectEqual, isEqual } from '../../contract-error.ts';
import { areaCase, createPlaces, locationAt, pagesOf, parseCollection, readAll, targetOf } from '../areas.ts';
import { bodyText } from '../expect.ts';
import { expectErrorObject, expectProblem, messages, resourceNotFound } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { createRecord, first, readList, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { CaseResponse, Service } from '../service.ts';

const box = 'bbox=-123,-48,-122,-47';

/** The field `Allow` has exactly these methods, in any order. */
function expectAllowed(response: CaseResponse): void {
  const methods = response.headers.allow?.join().split(/\s*,\s*/);
  expectEqual('Allow', methods?.toSorted(), ['GET', 'HEAD', 'OPTIONS']);
}

const base = { options: { basePath: '/locations' } } as const;

/** Methods, and where the records are: beside the service, which stays as it is. */
export const areaMethods: readonly HttpCase[] = [
  areaCase('areas-head', 'HEAD has the status and the fields of GET, and no body.', async (service) => {
    // Where no other case has records.
    const [own, near] = ['bbox=-21,-56,-20,-55', 'near=-55.5,-20.5'];
    await createPlaces(service, { a: [-55.5, -20.5], b: [-55.5, -20.6], c: [-55.5, -20.7] });
    for (const query of [`${own}&limit=2`, `${own}&limit=2&f=json`, `${near}&limit=2`, 'bbx=1']) {
      const [got, head] = await getAndHead(service, targetOf(query));
      expectEqual('status', head.status, got.status);
      expectEqual('length of the body', head.body.length, 0);
      for (const name of sharedFields) expectEqual(name, head.headers[name], got.headers[name]);
    }
  }),
  areaCase('areas-options', 'OPTIONS is 200 and empty, and lists the methods.', async (service) => {
    for (const query of ['', box, 'bbx=1']) {
      const response = await service.request(ask('OPTIONS', targetOf(query)));
      expectEqual('response', [response.status, bodyText(response)], [200, '']);
      expectAllowed(response);
    }
  }),
  ...['POST', 'PUT', 'DELETE', 'PATCH'].map((method) =>
    areaCase(
      `areas-method-${method.toLowerCase()}`,
      `${method} is 405, lists the methods, and changes nothing.`,
      async (service) => {
        const places = await createPlaces(service, { one: [-47.5, -122.5] });
        for (const query of ['', box, 'bbx=1']) {
          const target = targetOf(query);
          const response = await service.request(
            method === 'DELETE' ? ask(method, target) : send(method, target, first),
          );
          expectProblem(response, 405, messages.methodNotAllowed);
          expectAllowed(response);
        }
        await places.expectFound(box, ['one']);
        const written = (await readList(service)).filter(([id]) => id === 'records' || id === '-/records');
        expectEqual('written', written, []);
      },
    ),
  ),
  areaCase('areas-not-on-root', 'On `/`, a query neither filters nor limits the list.', async (service) => {
    const { ids } = await createPlaces(service, { one: [-47.5, -122.5], other: [-46.5, -122.5] });
    for (const query of [
      box,
      `${box}&limit=1`,
      'near=80,0&radius=1',
      'limit=1',
      'cursor=a',
      'f=geojson',
      'bbx=1',
    ]) {
      const listed = (await readList(service, `/?${query}`)).map(([id]) => id);
      for (const id of Object.values(ids)) {
        expectEqual(`listed by /?${query}`, listed.filter((one) => one === id).length, 1);
      }
    }
  }),
  ...[
    ['below', '/-/records/a'],
    ['other', '/-/record'],
    ['upper-case', '/-/Records'],
    ['other-first', '/_/records'],
    ['deeper', '/-/-/records'],
  ].map(([name, path = '']) =>
    areaCase(
      `areas-path-${name}`,
      `${path} is not the path of the records, but an unknown route.`,
      async (service) => {
        for (const target of [path, `${path}?${box}`]) {
          expectProblem(await service.request(ask('GET', target)), 404, messages.routeNotFound);
        }
      },
    ),
  ),
  areaCase(
    'areas-path-spellings',
    'The path may have escapes and dot segments, as every target.',
    async (service) => {
      const places = await createPlaces(service, { one: [-47.5, -122.5] });
      for (const path of ['/%2D/%72ecords', '/./-/records', '/x/../-/./records', '/-/x/%2e%2e/records']) {
        const response = await service.request(ask('GET', `${path}?${box}&limit=1000`));
        expectEqual('found', places.among(parseCollection(response).features), ['one']);
      }
    },
  ),
  areaCase(
    'areas-path-identifier',
    'Identifiers that are spelled like the path are those of ordinary records.',
    async (service) => {
      for (const [target, id] of [
        ['/-%2Frecords', '-/records'],
        ['/-%2Frecords?bbox=1', '-/records'],
      ] as const) {
        expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
      }
      const id = await createRecord(service);
      expectEqual('status', (await service.request(ask('GET', `/${id}?${box}`))).status, 200);
    },
  ),
  areaCase(
    'areas-base-path',
    'Under a base path, the records are below it, and links between pages stay there.',
    async (service) => {
      const ids = Array.from({ length: 5 }, () => service.freshId());
      for (const [index, id] of ids.entries()) {
        await store(service, `/locations/${id}`, locationAt([-47.5, -122.5 - index / 100]));
      }
      const found: string[] = [];
      for await (const { features } of pagesOf(service, `${box}&limit=2`, '/locations')) {
        found.push(...features.map(({ id }) => id));
      }
      expectEqual('found', found.filter((id) => ids.includes(id)).toSorted(), ids.toSorted());
      expectProblem(await service.request(ask('GET', targetOf(box))), 404, messages.routeNotFound);
    },
    base,
  ),
  areaCase(
    'areas-failure',
    'A store that fails is 500 with an Error object, and later requests succeed.',
    async (service) => {
      const places = await createPlaces(service, { one: [-47.5, -122.5] });
      for (const query of [box, `${box}&f=ndjson`, 'near=-47.5,-122.5', 'limit=1']) {
        const error = new Error('The disk is gone.');
        await service.faults.fail('within', error);
        const response = await service.request(ask('GET', targetOf(query)));
        expectProblem(response, 500, messages.internalError);
        expectErrorObject(response);
        expectEqual('reported', (await service.faults.reportedErrors()).includes(error), true);
        expectEqual('found', places.among(await readAll(service, box)), ['one']);
      }
    },
    // A service of its own: on others the map reads the store in the background, and would meet the failure first.
    { needs: ['faults'], options: { absentDescription: 'null' } },
  ),
];

const sharedFields = ['content-type', 'content-length', 'link'] as const;

/**
 * The responses to GET and to HEAD. A page may end earlier while other records are written beside it, so another GET
 * tells whether it is still the same.
 */
async function getAndHead(
  service: Service,
  target: string,
): Promise<[got: CaseResponse, head: CaseResponse]> {
  for (let attempt = 1; ; attempt++) {
    const got = await service.request(ask('GET', target));
    const head = await service.request(ask('HEAD', target));
    const again = await service.request(ask('GET', target));
    if (sharedFields.every((name) => isEqual(got.headers[name], again.headers[name])) || attempt === 5) {
      return [got, head];
    }
  }
}
