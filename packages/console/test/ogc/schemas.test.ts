import { createHandler } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { record, textOf } from '../requests.ts';

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const listOf = (items: object) => ({ type: 'array', items });

function objectOf(required: readonly string[], properties: Readonly<Record<string, object>>) {
  return { type: 'object', required, properties };
}

/** What OGC 17-069r4 requires of each response, as JSON Schemas. */
const $defs = {
  link: objectOf(['href'], { href: text, rel: text, type: text, hreflang: text, title: text }),
  landingPage: objectOf(['links'], { title: text, description: text, links: listOf(ref('link')) }),
  conformance: objectOf(['conformsTo'], { conformsTo: listOf(text) }),
  collection: objectOf(['id', 'links'], {
    ...{ id: text, title: text, description: text, itemType: text },
    crs: listOf(text),
    links: listOf(ref('link')),
    extent: objectOf([], {
      spatial: objectOf([], {
        bbox: { ...listOf({ ...listOf({ type: 'number' }), minItems: 4, maxItems: 6 }), minItems: 1 },
        crs: { const: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' },
      }),
    }),
  }),
  collections: objectOf(['links', 'collections'], {
    links: listOf(ref('link')),
    collections: listOf(ref('collection')),
  }),
  feature: objectOf(['type', 'geometry', 'properties'], {
    type: { const: 'Feature' },
    id: { type: ['string', 'integer'] },
    geometry: objectOf(['type', 'coordinates'], {
      type: { const: 'Point' },
      coordinates: { ...listOf({ type: 'number' }), minItems: 2 },
    }),
    properties: { type: ['object', 'null'] },
    links: listOf(ref('link')),
  }),
  items: objectOf(['type', 'features'], {
    type: { const: 'FeatureCollection' },
    features: listOf(ref('feature')),
    links: listOf(ref('link')),
    timeStamp: { ...text, pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$` },
    numberMatched: { type: 'integer', minimum: 0 },
    numberReturned: { type: 'integer', minimum: 0 },
  }),
};

const records = [record('a/b', 48, 2, 'Café'), record('c', -12.5, 179.5)];

it.each([
  ['', 'landingPage'],
  ['/conformance', 'conformance'],
  ['/collections', 'collections'],
  ['/collections/records', 'collection'],
  ['/collections/records/items', 'items'],
  ['/collections/records/items?limit=1', 'items'],
  ['/collections/records/items?bbox=5,5,6,6', 'items'],
  ['/collections/records/items/a%2Fb', 'feature'],
  ['/collections/records/items/c', 'feature'],
])('/-/ogc%s is what the schema of the standard says: %s', async (path, name) => {
  const store = createAreaMemoryStore(records);
  const handle = createConsole(createHandler({ store }), { store });
  const target = `/-/ogc${path}`;
  const response = await handle({ method: 'GET', target, headers: {}, body: async () => new Uint8Array() });
  const document = JSON.parse(await textOf(response));
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile({ $defs, ...ref(name) });
  validate(document);
  expect(validate.errors).toBe(null);
});
