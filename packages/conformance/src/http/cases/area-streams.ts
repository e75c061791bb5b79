import { ContractError, expectEqual } from '../../contract-error.ts';
import { identifiersIn, parseRows, parseWhole } from '../area-texts.ts';
import {
  areaCase,
  createPlaces,
  expectFault,
  type Format,
  getAs,
  mediaTypes,
  nextReference,
  nextTarget,
  parseCollection,
  parseFeatures,
  type Spot,
  targetOf,
} from '../areas.ts';
import type { HttpCase } from '../http-case.ts';
import { readList } from '../records.ts';
import { ask } from '../requests.ts';
import type { CaseResponse } from '../service.ts';

const box = 'bbox=-113,-68,-112,-67';
const circle = 'near=-67.5,-112.5&radius=100000';

const allFormats = Object.keys(mediaTypes) as Format[];

function asFeatures(ids: readonly string[]): readonly { readonly id: string }[] {
  return ids.map((id) => ({ id }));
}

/** A row of records, more than a page has without a limit. */
const many = Object.fromEntries(
  Array.from({ length: 130 }, (_, index): [string, Spot] => [`${index}`, [-67.5, -112.9 + index / 200]]),
);

/** Formats of lines and tables, and all records of a query at once. */
export const areaStreams: readonly HttpCase[] = [
  areaCase(
    'areas-sequence',
    'As a GeoJSON text sequence, each Feature has a record separator before it and a line end behind it.',
    async (service) => {
      const places = await createPlaces(service, { one: [-67.5, -112.5, 'one\n'], bare: [-67.25, -112.75] });
      for (const [query, accept] of [
        [`${box}&f=geojsonseq`, ''],
        [box, mediaTypes.geojsonseq],
      ] as const) {
        const features = parseFeatures(await getAs(service, query, accept), 'geojsonseq');
        expectEqual('found', places.among(features).toSorted(), ['bare', 'one']);
        const one = features.find(({ id }) => id === places.ids.one);
        expectEqual('properties', one?.properties, { description: 'one\n' });
        expectEqual('coordinates', one?.geometry.coordinates, [-112.5, -67.5]);
      }
    },
  ),
  areaCase(
    'areas-csv',
    'As CSV, a record is a row, and an absent description differs from an empty one.',
    async (service) => {
      const number = 0.1 + 0.2;
      const spots = {
        text: [-67.5, -112.5, 'a "quoted", \\ text\r\nin two lines; é'],
        space: [-67.5, -112.25, ' '],
        empty: [-67.25, -112.5, ''],
        bare: [-68 + number, -113 + number],
      } as const;
      const { ids } = await createPlaces(service, spots);
      for (const [query, accept] of [
        [`${box}&f=csv`, ''],
        [box, 'text/csv'],
      ] as const) {
        const rows = new Map(
          parseRows(await getAs(service, query, accept)).map(([id, ...fields]) => [id?.text, fields]),
        );
        for (const [name, [latitude, longitude, description]] of Object.entries<Spot>(spots)) {
          const [text, ...numbers] = rows.get(ids[name as keyof typeof ids]) ?? [];
          const found = text?.text === '' && !text.isQuoted ? undefined : text?.text;
          expectEqual('description', found, description);
          expectEqual(
            'latitude and longitude',
            numbers.map((field) => Number(field.text)),
            [latitude, longitude],
          );
        }
      }
    },
  ),
  areaCase(
    'areas-json-object',
    'As an object, the Locations are found by their identifiers.',
    async (service) => {
      const { ids } = await createPlaces(service, {
        one: [-67.5, -112.5, 'one'],
        empty: [-67.6, -112.5, ''],
        bare: [-67.25, -112.75],
      });
      const listed = new Map<string, unknown>(await readList(service));
      const found = parseWhole(await getAs(service, `${box}&limit=1000&f=json-object`), 'json-object');
      for (const id of Object.values(ids)) {
        expectEqual('Location', Object.getOwnPropertyDescriptor(found, id)?.value, listed.get(id));
      }
    },
  ),
  areaCase(
    'areas-lines-pages',
    'Pages of lines and tables go on by the field Link, and near a point the nearest at any distance are a page.',
    async (service) => {
      const places = await createPlaces(service, {
        a: [-67.5, -112.5],
        b: [-67.6, -112.6],
        c: [-67.7, -112.7],
      });
      for (const format of ['geojsonseq', 'csv', 'json-object'] as const) {
        const found: string[] = [];
        let target: string | undefined = targetOf(`${box}&limit=2&f=${format}`);
        while (target !== undefined) {
          const response: CaseResponse = await service.request(ask('GET', target));
          const ids = identifiersIn(format, response);
          if (ids.length > 2) throw new ContractError('records', 'at most 2', ids.length);
          found.push(...places.among(asFeatures(ids)));
          const reference = nextReference(response);
          target = reference && nextTarget(reference, target);
        }
        expectEqual(`found as ${format}`, found.toSorted(), ['a', 'b', 'c']);
        const nearest = identifiersIn(format, await getAs(service, `near=-67.5,-112.5&f=${format}`));
        if (nearest.length > 100) throw new ContractError('records', 'at most 100', nearest.length);
      }
    },
  ),
  areaCase(
    'areas-limit-all',
    'With limit=all, a response has all records of the query, each of them once, in every format.',
    async (service) => {
      const places = await createPlaces(service, many);
      const expected = Object.keys(places.ids).toSorted();
      for (const format of allFormats) {
        for (const query of [box, circle]) {
          const response = await getAs(service, `${query}&limit=all&f=${format}`);
          const found = places.among(asFeatures(identifiersIn(format, response)));
          expectEqual(`found by ?${query} as ${format}`, found.toSorted(), expected);
          expectEqual('reference in Link', nextReference(response), undefined);
        }
      }
      for (const format of ['geojsonseq', 'csv'] as const) {
        const response = await getAs(service, `${box}&f=${format}`);
        const found = places.among(asFeatures(identifiersIn(format, response)));
        expectEqual(`found as ${format} without a limit`, found.toSorted(), expected);
      }
    },
  ),
  areaCase(
    'areas-limit-all-records',
    'With limit=all and without a box or a point, every record of the service comes, as in its list.',
    async (service) => {
      const places = await createPlaces(service, {
        here: [-67.5, -112.5, 'here'],
        beyond: [-95, 200],
        far: [1e300, -1e300, ''],
      });
      const isOwn = ([id]: readonly [string, ...unknown[]]) => places.among([{ id }]).length > 0;
      const listed = new Map<string, unknown>((await readList(service)).filter(isOwn));
      const pairs = parseWhole(await getAs(service, 'limit=all&f=json'), 'json');
      const found = (pairs as readonly (readonly [string, unknown])[]).filter(isOwn);
      expectEqual('records', found.length, 3);
      for (const [id, location] of found) expectEqual('Location', location, listed.get(id));
      for (const format of allFormats) {
        const ids = identifiersIn(format, await getAs(service, `limit=all&f=${format}`));
        const names = places.among(asFeatures(ids)).toSorted();
        expectEqual(`found as ${format}`, names, ['beyond', 'far', 'here']);
      }
    },
  ),
  areaCase(
    'areas-limit-all-distance',
    'With limit=all, Features near a point come by distance, and have it.',
    async (service) => {
      const places = await createPlaces(service, {
        far: [-67.6, -112.5],
        near: [-67.5, -112.5],
        middle: [-67.55, -112.5],
      });
      const pages = parseCollection(await getAs(service, `${circle}&limit=1000`)).features;
      const distances = new Map(pages.map(({ id, properties }) => [id, properties.distance]));
      for (const format of ['geojson', 'ndjson', 'geojsonseq'] as const) {
        const response = await getAs(service, `${circle}&limit=all&f=${format}`);
        const features =
          format === 'geojson' ? parseCollection(response).features : parseFeatures(response, format);
        expectEqual(`found as ${format}`, places.among(features), ['near', 'middle', 'far']);
        for (const { id, properties } of features.filter((feature) => places.among([feature]).length > 0)) {
          expectEqual(`distance as ${format}`, properties.distance, distances.get(id));
        }
      }
    },
  ),
  areaCase('areas-limit-all-cursor', 'A cursor beside limit=all is 400.', async (service) => {
    await createPlaces(service, { a: [-67.5, -112.5], b: [-67.6, -112.6] });
    const target = targetOf(`${box}&limit=1`);
    const reference = nextReference(await service.request(ask('GET', target))) ?? '';
    const cursor = new URL(nextTarget(reference, target), 'http://localhost').searchParams.get('cursor');
    await expectFault(service, `${box}&limit=all&cursor=${cursor}`, 'cursor');
  }),
  areaCase(
    'areas-limit-all-nearest',
    'The nearest at any distance cannot come all at once: limit=all is 400.',
    async (service) => {
      for (const query of ['near=1,2&limit=all', 'near=1,2&limit=all&f=ndjson', 'limit=all&near=1,2&f=csv']) {
        await expectFault(service, query, 'limit');
        await expectFault(service, query, 'radius');
      }
    },
  ),
];
