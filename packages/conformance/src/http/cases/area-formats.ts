import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  areaCase,
  createPlaces,
  expectFormat,
  getAs,
  mediaTypes,
  nextReference,
  nextTarget,
  parseCollection,
  parseFeatures,
  targetOf,
} from '../areas.ts';
import { expectLength } from '../expect.ts';
import type { HttpCase } from '../http-case.ts';
import { createRecord, parseList, readList } from '../records.ts';
import { ask } from '../requests.ts';

const box = 'bbox=-123,-48,-122,-47';
const point = 'bbox=-122.5,-47.5,-122.5,-47.5';

/** GeoJSON (RFC 7946), the pairs of the specification, and lines. */
export const areaFormats: readonly HttpCase[] = [
  areaCase('areas-geojson', 'Records come as a FeatureCollection with a Point each.', async (service) => {
    const { ids } = await createPlaces(service, { one: [-47.5, -122.5, 'one'], bare: [-47.25, -122.75] });
    const response = await getAs(service, `${box}&limit=1000`);
    expectFormat(response, 'geojson');
    expectLength(response, response.body.length, 'D48');
    const { features } = parseCollection(response);
    const [one, bare] = [ids.one, ids.bare].map((wanted) => features.find(({ id }) => id === wanted));
    const shape = (longitude: number, latitude: number, id: string, properties: object) => {
      return {
        type: 'Feature',
        id,
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties,
      };
    };
    expectEqual('feature', one, shape(-122.5, -47.5, ids.one, { description: 'one' }));
    expectEqual('feature', bare, shape(-122.75, -47.25, ids.bare, {}));
  }),
  areaCase('areas-geojson-texts', 'Identifiers and descriptions come back as they are.', async (service) => {
    const texts = [
      '',
      'a "quoted" \\ text',
      '\0\t\n\u2028',
      'é\u{1f5fc}<b>&amp;',
      ' \ufeff ',
      'null',
      'x'.repeat(3000),
    ];
    for (const description of texts) {
      const id = await createRecord(
        service,
        JSON.stringify({ description, coordinates: { latitude: -47.5, longitude: -122.5 } }),
      );
      const features = parseFeatures(await getAs(service, `${point}&f=ndjson`));
      const found = features.find((feature) => feature.id === id);
      expectEqual('description', found?.properties.description, description);
    }
    const id = `${service.freshId()} "é"\\\u{1f5fc}`;
    const target = `/${encodeURIComponent(id)}`;
    const body = '{"coordinates":{"latitude":-47.5,"longitude":-122.5}}';
    const headers = [['Content-Type', 'application/json']] as const;
    expectEqual('status', (await service.request({ method: 'POST', target, headers, body })).status, 200);
    const features = parseFeatures(await getAs(service, `${point}&f=ndjson`));
    expectEqual(
      'identifiers',
      features.filter((feature) => feature.id === id).map((feature) => feature.id),
      [id],
    );
    expectEqual('status', (await service.request(ask('DELETE', target))).status, 200);
  }),
  areaCase('areas-geojson-numbers', 'Coordinates come back digit by digit.', async (service) => {
    const numbers = [
      0.1 + 0.2,
      1 / 3,
      123456.78901234567,
      5e-324,
      -2.2250738585072014e-308,
      Number.MAX_VALUE,
    ];
    for (const number of numbers) {
      const places = await createPlaces(service, { north: [number, -number], east: [-number, number] });
      const features = parseFeatures(await getAs(service, 'f=ndjson')).filter(
        (feature) => places.among([feature]).length > 0,
      );
      expectEqual(
        'coordinates',
        new Map(features.map(({ id, geometry }) => [id, geometry.coordinates])).size,
        2,
      );
      for (const { id, geometry } of features) {
        const sign = id === places.ids.north ? 1 : -1;
        expectEqual('coordinates', geometry.coordinates, [-sign * number, sign * number]);
      }
    }
  }),
  areaCase(
    'areas-json',
    'As JSON, a page is a list of pairs, as the list of the specification has them.',
    async (service) => {
      const places = await createPlaces(service, {
        one: [-47.5, -122.5, 'one'],
        empty: [-47.6, -122.5, ''],
        bare: [-47.25, -122.75],
      });
      const isOwn = ([id]: readonly [string, ...unknown[]]) => places.among([{ id }]).length > 0;
      const byId = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
        a < b ? -1 : 1;
      const listed = (await readList(service)).filter(isOwn).toSorted(byId);
      for (const [query, accept] of [
        [`${box}&limit=1000&f=json`, ''],
        [`${box}&limit=1000`, mediaTypes.json],
      ] as const) {
        const response = await getAs(service, query, accept);
        expectFormat(response, 'json');
        expectEqual('pairs', parseList(response).filter(isOwn).toSorted(byId), listed);
      }
    },
  ),
  areaCase('areas-json-near', 'Near a point, pairs come by distance, too.', async (service) => {
    const places = await createPlaces(service, {
      far: [-47.6, -122.5],
      near: [-47.5, -122.5],
      middle: [-47.55, -122.5],
    });
    const list = parseList(await getAs(service, 'near=-47.5,-122.5&radius=50000&limit=1000&f=json'));
    expectEqual('pairs', places.among(list.map(([id]) => ({ id }))), ['near', 'middle', 'far']);
  }),
  areaCase('areas-json-pages', 'Pages of pairs go on by the field Link alone.', async (service) => {
    const places = await createPlaces(service, {
      ...({ a: [-47.5, -122.5], b: [-47.6, -122.6], c: [-47.7, -122.7] } as const),
    });
    const found: string[] = [];
    for (let target: string | undefined = targetOf(`${box}&limit=2&f=json`); target !== undefined; ) {
      const response = await service.request(ask('GET', target));
      const list = parseList(response);
      if (list.length > 2) throw new ContractError('records', 'at most 2', list.length);
      found.push(...places.among(list.map(([id]) => ({ id }))));
      const reference = nextReference(response);
      target = reference && nextTarget(reference, target);
    }
    expectEqual('found', found.toSorted(), ['a', 'b', 'c']);
  }),
  areaCase(
    'areas-lines',
    'Lines without a limit are all records of a query, each of them once.',
    async (service) => {
      const spots = Array.from(
        { length: 130 },
        (_, index) => [`${index}`, [-47.5, -122.9 + index / 200]] as const,
      );
      const places = await createPlaces(service, Object.fromEntries(spots));
      const expected = Object.keys(places.ids).toSorted();
      for (const [query, accept] of [
        [`${box}&f=ndjson`, ''],
        [box, mediaTypes.ndjson],
        ['near=-47.5,-122.5&radius=100000&f=ndjson', ''],
      ] as const) {
        const response = await getAs(service, query, accept);
        expectEqual(`found by ?${query}`, places.among(parseFeatures(response)).toSorted(), expected);
        expectEqual('reference in Link', nextReference(response), undefined);
      }
    },
  ),
  areaCase(
    'areas-lines-limit',
    'Lines with a limit are a page, with a link to the next.',
    async (service) => {
      await createPlaces(service, { a: [-47.5, -122.5], b: [-47.6, -122.6], c: [-47.7, -122.7] });
      const target = targetOf(`${box}&limit=2&f=ndjson`);
      const response = await service.request(ask('GET', target));
      expectEqual('lines', parseFeatures(response).length, 2);
      const reference = nextReference(response);
      if (reference === undefined)
        throw new ContractError('Link', 'a link to the next page', response.headers.link);
      parseFeatures(await service.request(ask('GET', nextTarget(reference, target))));
    },
  ),
];
