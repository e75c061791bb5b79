import { expect, it } from 'vitest';
import { parseAll } from '../parsing.ts';

/** The example of RFC 7946 section 1.5, as it stands there. */
const example = `   {
       "type": "FeatureCollection",
       "features": [{
           "type": "Feature",
           "geometry": {
               "type": "Point",
               "coordinates": [102.0, 0.5]
           },
           "properties": {
               "prop0": "value0"
           }
       }, {
           "type": "Feature",
           "geometry": {
               "type": "LineString",
               "coordinates": [
                   [102.0, 0.0],
                   [103.0, 1.0],
                   [104.0, 0.0],
                   [105.0, 1.0]
               ]
           },
           "properties": {
               "prop0": "value0",
               "prop1": 0.0
           }
       }, {
           "type": "Feature",
           "geometry": {
               "type": "Polygon",
               "coordinates": [
                   [
                       [100.0, 0.0],
                       [101.0, 0.0],
                       [101.0, 1.0],
                       [100.0, 1.0],
                       [100.0, 0.0]
                   ]
               ]
           },
           "properties": {
               "prop0": "value0",
               "prop1": {
                   "this": "that"
               }
           }
       }]
   }
`;

it('reads the point of section 1.5, and refuses the line and the polygon by their names', async () => {
  const [point, ...others] = await parseAll(example, { idProperty: 'prop0' });
  const coordinates = { latitude: 0.5, longitude: 102 };
  expect(point).toEqual({
    index: 1,
    line: 3,
    byte: example.indexOf('{', 60),
    record: ['value0', { coordinates }],
  });
  const suggestion = 'use a point of it, such as its centroid';
  expect(others).toMatchObject([
    { index: 2, line: 12, reason: 'the geometry is "LineString", not a Point', id: 'value0', suggestion },
    { index: 3, line: 27, reason: 'the geometry is "Polygon", not a Point', id: 'value0', suggestion },
  ]);
});

it('refuses the point of section 1.5 where its identifier is not named', async () => {
  expect(await parseAll(example)).toMatchObject([
    { rule: 'RFC 7946 3.2', reason: 'the identifier is missing: it has no "id"' },
    { reason: 'the geometry is "LineString", not a Point' },
    { reason: 'the geometry is "Polygon", not a Point' },
  ]);
});

/** The Features of sections 5.1 and 6.1. */
it.each([
  [
    `{
       "type": "Feature",
       "bbox": [-10.0, -10.0, 10.0, 10.0],
       "geometry": {
           "type": "Polygon",
           "coordinates": [[[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, -10.0]]]
       }
   }`,
    'the geometry is "Polygon", not a Point',
  ],
  [
    `{
       "type": "Feature",
       "id": "f1",
       "geometry": { "type": "Point", "coordinates": [1, 2] },
       "properties": {},
       "title": "Example Feature"
   }`,
    'unknown member "title"',
  ],
])('refuses %s', async (text, reason) => {
  expect(await parseAll(text)).toMatchObject([{ index: 1, line: 1, byte: 0, reason }]);
});

it.each(['Point', 'LineString', 'MultiPoint', 'GeometryCollection'])(
  'refuses a file that is a %s, and says what a record is',
  async (type) => {
    await expect(parseAll(`{ "type": "${type}", "coordinates": [100.0, 0.0] }`)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: `Line 1, byte ${12 + type.length}: "type" is "${type}", not "FeatureCollection". A record is a Feature with a Point.`,
    });
  },
);
