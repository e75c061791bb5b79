import { expect } from 'vitest';
import {
  ask,
  askFor,
  type ConsoleCase,
  expectError,
  idsOf,
  pageIn,
  pagesOf,
  reading,
  write,
  writing,
} from './console-case.ts';
import { places } from './places.ts';

const box = 'bbox=-123,-48,-122,-47';
const [here, there] = [
  [-57.5, -102.5],
  [-67.5, -82.5],
] as const;
const [boxHere, boxThere] = ['bbox=-103,-58,-102,-57', 'bbox=-83,-68,-82,-67'];

/**
 * The methods of `/-/records`, its place beside the service, and what a search finds after and during writes.
 */
export const writeCases: readonly ConsoleCase[] = [
  reading('HEAD has the status and the fields of GET, and no body', async (service) => {
    for (const query of [`${box}&limit=2`, `${box}&limit=2&f=csv`, 'near=50,10&limit=2', 'bbx=1']) {
      const got = await askFor(service, query);
      const head = await ask(service, `/-/records?${query}`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([got.status, '']);
      for (const name of ['Content-Type', 'Content-Length', 'Link']) {
        expect(head.headers.get(name), name).toBe(got.headers.get(name));
      }
    }
  }),
  reading('OPTIONS is 200 and empty, and lists the methods', async (service) => {
    const response = await ask(service, '/-/records?bbx=1', { method: 'OPTIONS' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
  }),
  reading('PUT, DELETE and PATCH are 405, and write nothing', async (service) => {
    const list = await (await ask(service, '/')).text();
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const headers = { 'Content-Type': 'application/json' };
      const body = method === 'DELETE' ? null : '{"coordinates":{"latitude":1,"longitude":2}}';
      const response = await ask(service, '/-/records', { method, headers, body });
      expect(response.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
      await expectError(response, 405, 'Method not allowed');
    }
    expect(await (await ask(service, '/')).text()).toBe(list);
  }),
  ...['/-/records/a', '/-/record', '/-/Records', '/_/records', '/-/-/records'].map((path) =>
    reading(`${path} is an unknown route`, async (service) => {
      await expectError(await ask(service, `${path}?${box}`), 404, 'Route not found');
    }),
  ),
  reading('the path may have escapes', async (service) => {
    const { features } = await pageIn(await ask(service, '/%2D/%72ecords?bbox=0,0,0,0'));
    expect(features.map(({ id }) => id)).toEqual(['zero']);
  }),
  reading('the identifier "-/records" is that of a record', async (service) => {
    await expectError(await ask(service, '/-%2Frecords'), 404, 'Resource not found: -/records');
  }),
  writing('a store that fails is 500, and later requests succeed', async (service) => {
    for (const query of [box, `${box}&f=ndjson`, `${box}&limit=all`, 'near=50,10', 'limit=1']) {
      const error = new Error('The disk is gone.');
      service.failOnce(error);
      await expectError(await askFor(service, query), 500, 'Internal server error');
      expect(service.reported).toContain(error);
      expect((await askFor(service, query)).status).toBe(200);
    }
  }),
  ...(['POST', 'PUT'] as const).map((method) =>
    writing(`a record that ${method} moves is found where it is now`, async (service) => {
      await write(service, 'POST', 'moved', here);
      for (const [spot, own, other] of [
        [there, boxThere, boxHere],
        [here, boxHere, boxThere],
      ] as const) {
        await write(service, method, 'moved', spot, `at ${spot}`);
        const { features } = await pageIn(await askFor(service, own));
        expect(features.map(({ id, properties }) => [id, properties.description])).toEqual([
          ['moved', `at ${spot}`],
        ]);
        expect(await idsOf(service, other)).toEqual([]);
        expect(await idsOf(service, `near=${spot}&radius=1000`)).toEqual(['moved']);
      }
    }),
  ),
  writing('a move by the smallest difference is found', async (service) => {
    await write(service, 'POST', 'one', [1.5, 1.5]);
    await write(service, 'PUT', 'one', [1.5, 1.5000000000000002]);
    expect(await idsOf(service, 'bbox=1.5,1.5,1.5,1.5')).toEqual([]);
    expect(await idsOf(service, 'bbox=1.5000000000000002,1.5,2,1.5')).toEqual(['one']);
  }),
  writing('a deleted record is not found, and a new one in its place is', async (service) => {
    await write(service, 'POST', 'one', here);
    await write(service, 'DELETE', 'one');
    expect(await idsOf(service, boxHere)).toEqual([]);
    expect(await idsOf(service, `near=${here}&radius=1`)).toEqual([]);
    await write(service, 'POST', 'one', here);
    expect(await idsOf(service, boxHere)).toEqual(['one']);
  }),
  writing('a write that is refused moves nothing', async (service) => {
    const headers = { 'Content-Type': 'application/json' };
    for (const [id, body, status] of [
      ['centre', `{"coordinates":{"latitude":${here[0]},"longitude":${here[1]}},"unknown":1}`, 400],
      ['missing', `{"coordinates":{"latitude":${here[0]},"longitude":${here[1]}}}`, 404],
    ] as const) {
      expect((await ask(service, `/${id}`, { method: 'PUT', headers, body })).status).toBe(status);
    }
    expect(await idsOf(service, boxHere)).toEqual([]);
    expect(await idsOf(service, 'bbox=-122.5,-47.5,-122.5,-47.5')).toEqual(['centre', 'twin']);
  }),
  writing(
    'pages have a record that stays as it is once, while others are written and the last one shown is deleted',
    async (service) => {
      const staying = places.map(([id]) => id);
      const added = Array.from({ length: 9 }, (_, index) => `added ${index}`);
      for (const [index, id] of added.entries())
        await write(service, 'POST', id, [index * 9, index * 20 - 90]);
      const ids: string[] = [];
      let turn = 0;
      for await (const features of pagesOf(service, 'limit=6')) {
        ids.push(...features.map(({ id }) => id));
        const last = features.at(-1)?.id ?? '';
        if (added.includes(last)) await write(service, 'DELETE', last);
        const moved = `moved ${turn % 3}`;
        await write(service, 'POST', moved, [(turn * 31) % 90, (turn * 77) % 180]);
        turn++;
      }
      expect(ids.filter((id) => staying.includes(id)).toSorted()).toEqual(staying.toSorted());
      for (const id of added) expect(ids.filter((one) => one === id).length).toBe(1);
    },
  ),
  writing('during writes, every record that is found is whole', async (service) => {
    const ids = Array.from({ length: 30 }, (_, index) => `r${index}`);
    const fill = (round: number) =>
      Promise.all(
        ids.map((id, index) =>
          write(service, 'POST', id, [round + 40, index / 100 + round], `round ${round}`),
        ),
      );
    await fill(1);
    const reads = Promise.all(Array.from({ length: 5 }, () => askFor(service, 'bbox=0,41,50,43&limit=1000')));
    await fill(2);
    for (const response of await reads) {
      for (const { geometry, properties } of (await pageIn(response)).features) {
        expect(properties.description).toBe(`round ${geometry.coordinates[1] - 40}`);
      }
    }
    expect(await idsOf(service, 'bbox=0,41.5,50,43')).toHaveLength(ids.length);
  }),
];
