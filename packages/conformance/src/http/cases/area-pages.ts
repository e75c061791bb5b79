import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  areaCase,
  createPlaces,
  expectFault,
  locationAt,
  nextReference,
  type Page,
  pagesOf,
  parseCollection,
  readAll,
  readPage,
  type Spot,
  targetOf,
} from '../areas.ts';
import { expectDone } from '../expect.ts';
import type { HttpCase } from '../http-case.ts';
import { readList, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';

const box = 'bbox=-123,-48,-122,-47';

/** Spots in the {@link box}, each at another place. */
function spots(count: number): Readonly<Record<string, Spot>> {
  const all = Array.from({ length: count }, (_, index): [string, Spot] => {
    return [`record ${index}`, [-47.9 + index / 100, -122.1 - (index % 9) / 10]];
  });
  return Object.fromEntries(all);
}

/** The pages of a query have at most `limit` records, and each record of the case exactly once. */
async function expectPages(service: Service, query: string, limit: number): Promise<void> {
  const places = await createPlaces(service, spots(11));
  const found: string[] = [];
  for await (const { features } of pagesOf(service, `${query}limit=${limit}`)) {
    if (features.length > limit) throw new ContractError('records', `at most ${limit}`, features.length);
    found.push(...places.among(features));
  }
  expectEqual(`found by ?${query}`, found.toSorted(), Object.keys(places.ids).toSorted());
}

/** The first page of a query that has more than one. */
async function firstPage(service: Service, query: string): Promise<Page & { readonly next: string }> {
  const { features, next } = await readPage(service, targetOf(query));
  if (next === undefined) throw new ContractError('next', 'a link to the next page', next);
  return { features, next };
}

/** The cursor in the link of the first page of a query. */
async function cursorOf(service: Service, query: string): Promise<string> {
  const { next } = await firstPage(service, query);
  const cursor = new URL(next, 'http://localhost').searchParams.get('cursor');
  if (cursor) return cursor;
  throw new ContractError('next', 'a link with a cursor', next);
}

/** Pages, and the links from one to the next (RFC 8288). */
export const areaPages: readonly HttpCase[] = [
  areaCase('areas-all', 'Without parameters, the pages have every record once.', async (service) => {
    const places = await createPlaces(service, {
      ordinary: [-47.5, -122.5],
      same: [-47.5, -122.5],
      beyond: [95, 500],
      north: [Number.MAX_VALUE, 1],
      west: [1, -Number.MAX_VALUE],
      zero: [0, 0],
      tiny: [Number.MIN_VALUE, -Number.MIN_VALUE],
      antimeridian: [1, 180],
      antimeridianWest: [1, -180],
    });
    await places.expectFound('limit=1000', Object.keys(places.ids) as (keyof typeof places.ids)[]);
  }),
  areaCase('areas-pages-all', 'Pages of all records have each of them once.', async (service) => {
    // A service may have many records of others.
    const { length } = await readList(service);
    await expectPages(service, '', Math.min(4 + Math.floor(length / 20), 1000));
  }),
  areaCase('areas-pages-box', 'Pages of a box have at most `limit` records, each of them once.', (service) =>
    expectPages(service, `${box}&`, 3),
  ),
  areaCase('areas-pages-of-one', 'Pages may have one record.', (service) =>
    expectPages(service, `${box}&`, 1),
  ),
  areaCase(
    'areas-pages-antimeridian',
    'Pages across the antimeridian have each record once.',
    async (service) => {
      const places = await createPlaces(service, {
        ...{ a: [-47.5, 175], b: [-47.6, 180], c: [-47.7, -180], d: [-47.8, -175], e: [-47.5, 175] },
      } satisfies Record<string, Spot>);
      await places.expectFound('bbox=170,-48,-170,-47&limit=2', ['a', 'b', 'c', 'd', 'e']);
    },
  ),
  areaCase('areas-pages-near', 'Pages of what is near a point have each record once.', (service) =>
    expectPages(service, 'near=-47.8,-122.5&radius=200000&', 4),
  ),
  areaCase(
    'areas-pages-same-place',
    'Pages have each of many records at one place once, in a box and near a point.',
    async (service) => {
      const same = Array.from({ length: 20 }, (_, index): [string, Spot] => [`${index}`, [-47.25, -122.75]]);
      const places = await createPlaces(service, Object.fromEntries(same));
      const names = Object.keys(places.ids);
      await places.expectFound('bbox=-122.75,-47.25,-122.75,-47.25&limit=3', names);
      await places.expectFound('near=-47.25,-122.75&radius=0&limit=3', names);
    },
  ),
  areaCase(
    'areas-next',
    'A page that is not the last has a link to the next, in `links` and in the field Link.',
    async (service) => {
      await createPlaces(service, spots(3));
      const target = targetOf(`${box}&limit=2`);
      const response = await service.request(ask('GET', target));
      const links = parseCollection(response).links.filter(({ rel }) => rel === 'next');
      expectEqual('links to the next page', links.length, 1);
      expectEqual('type of the link', links[0]?.type, 'application/geo+json');
      expectEqual('reference in Link', nextReference(response), links[0]?.href);
    },
  ),
  areaCase('areas-next-last', 'The last page has no link to a next one.', async (service) => {
    // Records that other cases create meanwhile must not come behind the last page.
    const [south, west] = [-60 + Math.random(), -140 + Math.random()];
    const places = [0, 1, 2].map((index): [string, Spot] => [`record ${index}`, [south + index / 1e6, west]]);
    await createPlaces(service, Object.fromEntries(places));
    const ownBox = `bbox=${west},${south},${west},${south + 1e-5}`;
    let last = targetOf(`${ownBox}&limit=2`);
    for await (const { next } of pagesOf(service, `${ownBox}&limit=2`)) last = next ?? last;
    const response = await service.request(ask('GET', last));
    const { links } = parseCollection(response);
    expectEqual(
      'links',
      links.filter(({ rel }) => rel === 'next'),
      [],
    );
    expectEqual('reference in Link', nextReference(response), undefined);
  }),
  areaCase('areas-pages-again', 'A page can be read again, with the same records.', async (service) => {
    const places = await createPlaces(service, spots(6));
    const { next } = await firstPage(service, `${box}&limit=2`);
    const read = async () => places.among((await readPage(service, next)).features);
    expectEqual('the page again', await read(), await read());
  }),
  areaCase(
    'areas-pages-while-writing',
    'Pages have a record that stays as it is exactly once, also when others are written between them.',
    async (service) => {
      const staying = await createPlaces(service, spots(24));
      // Each page has more records than are moved and created after it, so that the pages end.
      const moving = await createPlaces(service, spots(3));
      const leaving = await createPlaces(service, spots(6));
      const [movingIds, leavingIds] = [Object.values(moving.ids), Object.values(leaving.ids)];
      const found: string[] = [];
      let count = 0;
      for await (const { features } of pagesOf(service, `${box}&limit=5`)) {
        found.push(...staying.among(features));
        for (const id of movingIds) {
          const spot: Spot = [-47.9 + (count % 10) / 11, -122.9 + (count % 7) / 10];
          expectDone(await service.request(send('PUT', `/${id}`, locationAt(spot))));
          count++;
        }
        const leavingId = leavingIds.shift();
        if (leavingId) expectDone(await service.request(ask('DELETE', `/${leavingId}`)));
        await store(service, `/${service.freshId()}`, locationAt([-47.1 - count / 1000, -122.1]));
      }
      expectEqual('found', found.toSorted(), Object.keys(staying.ids).toSorted());
    },
  ),
  areaCase(
    'areas-pages-after-removal',
    'The next page follows also when the last record of the page before was removed.',
    async (service) => {
      const places = await createPlaces(service, spots(8));
      const { features, next } = await firstPage(service, `${box}&limit=4`);
      const shown = places.among(features);
      for (const name of shown) {
        expectDone(await service.request(ask('DELETE', `/${places.ids[name]}`)));
      }
      const rest: string[] = [];
      for (let target: string | undefined = next; target !== undefined; ) {
        const page: Page = await readPage(service, target);
        rest.push(...places.among(page.features));
        target = page.next;
      }
      expectEqual('found', [...shown, ...rest].toSorted(), Object.keys(places.ids).toSorted());
    },
  ),
  areaCase(
    'areas-cursor-malformed',
    'A cursor that no link had is 400, and the message names it.',
    async (service) => {
      await createPlaces(service, spots(3));
      const cursor = await cursorOf(service, `${box}&limit=1`);
      const wrong = ['', 'a', '0', '-1', 'null', 'W10', 'e30', '%00', '%F0%9F%98%80', 'A'.repeat(500)];
      for (const text of [...wrong, cursor.slice(0, -3), `${cursor.slice(3)}`, `${cursor}${cursor}`]) {
        await expectFault(service, `${box}&cursor=${text}`, 'cursor');
      }
    },
  ),
  areaCase('areas-cursor-other-query', 'A cursor of another query is 400.', async (service) => {
    await createPlaces(service, spots(3));
    const near = 'near=-47.8,-122.5&radius=200000';
    const [ofBox, ofNear] = [
      await cursorOf(service, `${box}&limit=1`),
      await cursorOf(service, `${near}&limit=1`),
    ];
    for (const query of ['bbox=-123,-48,-122,-46.9&', 'bbox=-122.9,-48,-122,-47&', '', `${near}&`]) {
      await expectFault(service, `${query}cursor=${ofBox}`, 'cursor');
    }
    const others = ['near=-47.8,-122.5&', 'near=-47.8,-122.5&radius=200001&', `${box}&`, ''];
    for (const query of [...others, 'near=-47.7,-122.5&radius=200000&']) {
      await expectFault(service, `${query}cursor=${ofNear}`, 'cursor');
    }
  }),
  areaCase(
    'areas-cursor-other-limit',
    'A cursor goes on with its query at another limit.',
    async (service) => {
      const places = await createPlaces(service, spots(7));
      const { features, next } = await firstPage(service, `${box}&limit=2`);
      const cursor = new URL(next, 'http://localhost').searchParams.get('cursor') ?? '';
      const rest = await readAll(service, `${box}&limit=50&cursor=${cursor}`);
      expectEqual(
        'found',
        places.among([...features, ...rest]).toSorted(),
        Object.keys(places.ids).toSorted(),
      );
    },
  ),
];
