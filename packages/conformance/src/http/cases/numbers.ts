import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, expectAllListed } from '../records.ts';
import { acceptedBodies, plain, refusedBodies, row, rowCase } from '../rows.ts';

/** Numbers as they are sent, and as GET returns them. */
const numbers: readonly (readonly [name: string, sent: string, written?: string])[] = [
  ['minus-zero', '-0', '0'],
  ['underflow', '-1e-400', '0'],
  ['integer-with-fraction', '48.0', '48'],
  ['more-digits', '1.00000000000000000001', '1'],
  ['exponent', '1.5E+1', '15'],
  ['millionth', '1e-6', '0.000001'],
  ['small', '1e-7'],
  ['1e15', '1e15', '1000000000000000'],
  ['beyond-safe', '9007199254740993', '9007199254740992'],
  ['1e21', '1e21', '1e+21'],
  ['largest', '-1.7976931348623157e308', '-1.7976931348623157e+308'],
];

function location(latitude: string, longitude = latitude): string {
  return `{"coordinates":{"latitude":${latitude},"longitude":${longitude}}}`;
}

/** Coordinates outside ±90 and ±180. */
const outside: readonly (readonly [name: string, rule: string, location: string])[] = [
  ['latitude', 'a latitude above 90', location('90.00000000000001', '1')],
  ['longitude', 'a longitude below -180', location('1', '-180.00000000000003')],
  ['swapped', 'swapped coordinates', location('120', '45')],
];

const strict = { options: { strictCoordinates: true } };

/** D31 and D32: the numbers of coordinates. */
export const coordinates: readonly HttpCase[] = [
  ...acceptedBodies('SPEC 4.5.7', [
    ['number-zero', 'Coordinates of 0 are stored.', location('0')],
    ['number-exact', 'Coordinates of 17 digits are stored exactly.', location('51.50735091234567', '0.1')],
    ['number-any-size', 'Coordinates of any size are stored.', location('1.7e308', '-1e-300')],
  ]),
  ...numbers.map(([name, sent, written = sent]) =>
    rowCase({
      id: `number-${name}`,
      clause: 'D31',
      title: `GET returns the number ${sent} as ${written}.`,
      before: location(sent),
      request: row('GET'),
      response: { status: 200, text: location(written) },
    }),
  ),
  ...refusedBodies('D31', [
    ['number-infinite-latitude', 'A latitude of 1e999 is 400.', location('1e999', '1')],
    ['number-infinite-longitude', 'A longitude of 401 digits is 400.', location('1', `1${'0'.repeat(400)}`)],
  ]),
  ...acceptedBodies(
    'D32',
    outside.map(([name, rule, body]) => [`range-free-${name}`, `POST and PUT store ${rule}.`, body]),
  ),
  ...refusedBodies(
    'D32',
    outside.map(([name, rule, body]) => [
      `range-strict-${name}`,
      `With strictCoordinates, POST and PUT refuse ${rule}.`,
      body,
    ]),
    strict,
  ),
  ...acceptedBodies(
    'D32',
    [['range-strict-limits', 'With strictCoordinates, 90 and -180 are stored.', location('90', '-180')]],
    strict,
  ),
  httpCase(
    'number-listed',
    'SPEC 4.7',
    'The list has every number as it was sent.',
    async (service) => {
      const listed: [string, string][] = [];
      for (const [, sent, written = sent] of numbers) {
        // Only D31 says that -0 is stored as 0.
        if (written === '0') continue;
        listed.push([await createRecord(service, location(sent)), location(written)]);
      }
      await expectAllListed(service, listed);
    },
    { presupposes: [plain.creates, plain.list, 'number-zero', 'number-exact', 'number-any-size'] },
  ),
];
