import { areaCase, expectFault } from '../areas.ts';
import type { HttpCase } from '../http-case.ts';

/** A case in which each of these queries is 400, and its message names the parameter. */
function faultCase(id: string, title: string, parameter: string, queries: readonly string[]): HttpCase {
  return areaCase(id, title, async (service) => {
    for (const query of queries) await expectFault(service, query, parameter);
  });
}

const box = 'bbox=1,2,3,4';
const near = 'near=1,2';

/** Texts that are not numbers of JSON, or not finite. */
const noNumbers = [
  '',
  'a',
  'NaN',
  'Infinity',
  '1e999',
  '-1e999',
  '0x10',
  '1_0',
  '.5',
  '1.',
  '01',
  '--1',
  '1e',
  'null',
];

/** Parameters that cannot be served: a client that misspells one must not get everything. */
export const areaParameters: readonly HttpCase[] = [
  ...[
    ['unknown', 'page'],
    ['misspelt', 'bbx'],
    ['upper-case', 'BBOX'],
    ['prefixed', 'xbbox'],
    ['plural', 'limits'],
  ].map(([name, parameter = '']) =>
    faultCase(
      `areas-parameter-${name}`,
      `The parameter "${parameter}" is not known, and is 400 alone as well as beside others.`,
      parameter,
      [`${parameter}=1,2,3,4`, `${box}&${parameter}=1`, `${parameter}`, `${near}&radius=1&${parameter}=`],
    ),
  ),
  ...[
    ['bbox', '1,2,3,4'],
    ['near', '1,2'],
    ['radius', '1'],
    ['limit', '1'],
    ['f', 'json'],
    ['cursor', 'a'],
  ].map(([name = '', value]) =>
    faultCase(
      `areas-repeated-${name}`,
      `The parameter "${name}" may come once: a second one, even with the same value, is 400.`,
      name,
      [`${name === 'radius' ? `${near}&` : ''}${name}=${value}&${name}=${value}`],
    ),
  ),
  faultCase('areas-bbox-numbers', 'A box has four numbers: anything else is 400.', 'bbox', [
    ...['bbox', 'bbox=', 'bbox=1', 'bbox=1,2,3', 'bbox=1,2,3,4,5', 'bbox=1,2,3,4,5,6', 'bbox=1,2,3,4,'],
    ...['bbox=,1,2,3', 'bbox=1;2;3;4', 'bbox=1%202%203%204', 'bbox=[1,2,3,4]', `${box}%00`],
    ...noNumbers.flatMap((text) => [`bbox=${text},2,3,4`, `bbox=1,2,3,${text}`]),
  ]),
  faultCase('areas-bbox-upside-down', 'A box whose south is above its north is 400.', 'bbox', [
    'bbox=1,4,3,2',
    'bbox=1,1.0000000000000002,3,1',
    'bbox=1,5e-324,3,0',
    'bbox=170,4,-170,2',
  ]),
  faultCase(
    'areas-bbox-inside-out',
    'A box whose west is above its east is 400, unless both are from -180 to 180.',
    'bbox',
    ['bbox=200,2,190,4', 'bbox=181,2,-179,4', 'bbox=170,2,-190,4', 'bbox=180.00000000000003,2,-180,4'],
  ),
  faultCase('areas-near-numbers', 'A point has two numbers: anything else is 400.', 'near', [
    ...['near', 'near=', 'near=1', 'near=1,', 'near=1,2,3', 'near=1;2', 'near=1%202', 'near=POINT(1%202)'],
    ...noNumbers.flatMap((text) => [`near=${text},2`, `near=1,${text}`]),
  ]),
  faultCase('areas-near-range', 'A point beyond 90 or 180 is 400.', 'near', [
    ...['near=90.00000000000001,0', 'near=-91,0', 'near=0,180.00000000000003', 'near=0,-181', 'near=0,350'],
    'near=1e308,0',
  ]),
  faultCase('areas-radius-number', 'A radius is one number from 0: anything else is 400.', 'radius', [
    ...noNumbers.map((text) => `${near}&radius=${text}`),
    ...['-1', '-5e-324', '1,2', '1m', '1e300'].map((text) => `${near}&radius=${text}`),
    `${near}&radius`,
  ]),
  faultCase('areas-radius-alone', 'A radius without a point is 400.', 'radius', [
    'radius=1',
    `${box}&radius=1`,
  ]),
  areaCase('areas-bbox-and-near', 'A box and a point together are 400.', async (service) => {
    for (const query of [`${box}&${near}`, `${near}&${box}`, `${near}&radius=1&${box}`]) {
      await expectFault(service, query, 'near');
      await expectFault(service, query, 'bbox');
    }
  }),
  faultCase('areas-limit-number', 'A limit is one whole number from 1: anything else is 400.', 'limit', [
    ...noNumbers.map((text) => `limit=${text}`),
    ...['0', '-0', '-1', '1.5', '1e-1', '1,2', '9e15', '1e300'].map((text) => `limit=${text}`),
    `${box}&limit=0`,
    `${near}&limit=0`,
    'limit',
  ]),
  faultCase('areas-format-unknown', 'A format that is not known is 400.', 'f', [
    ...['f', 'f=', 'f=xml', 'f=GeoJSON', 'f=application/json', 'f=json,geojson', `${box}&f=gpkg`],
  ]),
  faultCase('areas-bad-escape', 'A parameter whose value has a bad escape is 400.', 'bbox', [
    'bbox=%zz',
    'bbox=1,2,3,4%',
    'bbox=1,2,3,%FF',
  ]),
];
