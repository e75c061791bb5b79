import { ContractError, expectEqual, isEqual } from '../../contract-error.ts';
import { areaCase, createPlaces, type Feature, locationAt, readAll } from '../areas.ts';
import { expectDone } from '../expect.ts';
import type { HttpCase } from '../http-case.ts';
import { createMany, deleteMany, numbered } from '../records.ts';
import { ask, send } from '../requests.ts';

const [here, there] = ['bbox=-123,-48,-122,-47', 'bbox=-103,-58,-102,-57'];

/** The coordinates and the description of a Feature are those that `numbered` makes of one of these numbers. */
function expectWhole({ geometry, properties }: Feature, numbers: readonly number[]): void {
  const wholes = numbers.map((number) => ({
    coordinates: [-number - 1, number + 1],
    properties: { description: `${number}:` },
  }));
  const actual = { coordinates: geometry.coordinates, properties };
  if (wholes.some((whole) => isEqual(actual, whole))) return;
  const meant = wholes.find((whole) => isEqual(actual.properties, whole.properties));
  throw new ContractError('feature', meant ?? wholes[0], actual);
}

/** What is written through the service is found at once, where it is now. */
export const areaWrites: readonly HttpCase[] = [
  ...['POST', 'PUT'].flatMap((method) => [
    areaCase(
      `areas-moved-by-${method.toLowerCase()}`,
      `A record that ${method} has moved is found at its new place, and no longer at the old one.`,
      async (service) => {
        const places = await createPlaces(service, { moved: [-47.5, -122.5], staying: [-47.5, -122.5] });
        await places.expectFound(here, ['moved', 'staying']);
        const target = `/${places.ids.moved}`;
        for (let round = 0; round < 3; round++) {
          expectDone(await service.request(send(method, target, locationAt([-57.5, -102.5]))));
          await places.expectFound(there, ['moved']);
          await places.expectFound(here, ['staying']);
          await places.expectFound('near=-57.5,-102.5&radius=1000', ['moved']);
          expectDone(await service.request(send(method, target, locationAt([-47.5, -122.5]))));
          await places.expectFound(here, ['moved', 'staying']);
          await places.expectFound(there, []);
        }
      },
    ),
    areaCase(
      `areas-changed-by-${method.toLowerCase()}`,
      `A description that ${method} has changed is found.`,
      async (service) => {
        const { ids } = await createPlaces(service, { one: [-47.5, -122.5, 'first'] });
        for (const description of ['second', '', undefined, 'first']) {
          const location = locationAt([-47.5, -122.5, description]);
          expectDone(await service.request(send(method, `/${ids.one}`, location)));
          const found = (await readAll(service, here)).find(({ id }) => id === ids.one);
          expectEqual('description', found?.properties.description, description);
        }
      },
    ),
  ]),
  areaCase('areas-moved-least', 'A move by the smallest difference is found.', async (service) => {
    const places = await createPlaces(service, { one: [1.5, 1.5] });
    const above = 1.5000000000000002;
    await places.expectFound('bbox=1.5,1.5,1.5,1.5', ['one']);
    expectDone(await service.request(send('PUT', `/${places.ids.one}`, locationAt([1.5, above]))));
    await places.expectFound('bbox=1.5,1.5,1.5,1.5', []);
    await places.expectFound(`bbox=${above},1.5,${above},1.5`, ['one']);
  }),
  areaCase(
    'areas-deleted',
    'A removed record is not found, and a new one in its place is.',
    async (service) => {
      const places = await createPlaces(service, { one: [-47.5, -122.5], other: [-47.5, -122.5] });
      const target = `/${places.ids.one}`;
      for (let round = 0; round < 3; round++) {
        expectDone(await service.request(ask('DELETE', target)));
        await places.expectFound(here, ['other']);
        await places.expectFound('near=-47.5,-122.5&radius=1', ['other']);
        expectDone(await service.request(send('POST', target, locationAt([-47.5, -122.5]))));
        await places.expectFound(here, ['one', 'other']);
      }
    },
  ),
  areaCase('areas-refused', 'A write that is refused moves nothing.', async (service) => {
    const places = await createPlaces(service, { one: [-47.5, -122.5] });
    const target = `/${places.ids.one}`;
    const absent = service.freshId();
    const elsewhere = '"coordinates":{"latitude":-57.5,"longitude":-102.5}';
    for (const [path, body, status] of [
      [target, `{${elsewhere},"unknown":1}`, 400],
      [target, `{${elsewhere}`, 400],
      [`/${absent}`, `{${elsewhere}}`, 404],
    ] as const) {
      expectEqual('status', (await service.request(send('PUT', path, body))).status, status);
    }
    await places.expectFound(here, ['one']);
    const found = await readAll(service, there);
    expectEqual(
      'found elsewhere',
      found.filter(({ id }) => id === absent || id === places.ids.one),
      [],
    );
  }),
  areaCase('areas-whole', 'During writes, every record that is found is whole.', async (service) => {
    const ids = await createMany(service, 40, '');
    const query = 'bbox=-1e6,-1,1,1e6&limit=1000';
    const reads = Promise.all(Array.from({ length: 6 }, () => readAll(service, query)));
    const writes = ids.map((id, index) => service.request(send('PUT', `/${id}`, numbered(index + 1000, ''))));
    const [read, responses] = await Promise.all([reads, Promise.all(writes)]);
    for (const response of responses) expectDone(response);
    for (const features of [...read, await readAll(service, query)]) {
      for (const feature of features.filter(({ id }) => ids.includes(id))) {
        const index = ids.indexOf(feature.id);
        expectWhole(feature, [index, index + 1000]);
      }
    }
    const last = (await readAll(service, query)).filter(({ id }) => ids.includes(id));
    expectEqual('found', last.length, ids.length);
    await deleteMany(service, ids);
  }),
];
