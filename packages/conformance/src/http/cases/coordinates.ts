import { expectDone } from '../expect.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { createRecord, deleteMany, expectAllListed, first } from '../records.ts';
import { send } from '../requests.ts';
import type { ServiceOptions } from '../service.ts';
import { acceptedBody, refusedBody } from './body-cases.ts';

/** Numbers as they are sent, and as GET returns them. */
const numbers: readonly (readonly [name: string, sent: string, written?: string])[] = [
  ['zero', '0'],
  ['minus-zero', '-0', '0'],
  ['minus-zero-fraction', '-0.0', '0'],
  ['minus-zero-underflow', '-1e-400', '0'],
  ['underflow', '1e-400', '0'],
  ['integer', '48'],
  ['integer-with-fraction', '48.0', '48'],
  ['negative', '-122.4194'],
  ['fraction', '0.1'],
  ['sixteen-digits', '51.50735091234567'],
  ['seventeen-digits', '0.30000000000000004'],
  ['more-digits', '1.00000000000000000001', '1'],
  ['exponent', '1e2', '100'],
  ['exponent-capital', '1.5E+1', '15'],
  ['exponent-negative', '25e-1', '2.5'],
  ['smallest', '5e-324'],
  ['small', '1e-7'],
  ['largest', '1.7976931348623157e308', '1.7976931348623157e+308'],
  ['largest-negative', '-1.7976931348623157e308', '-1.7976931348623157e+308'],
  ['beyond-safe', '9007199254740993', '9007199254740992'],
  ['twenty-one-digits', '1e21', '1e+21'],
  ['many-digits', '123456789012345678901234567890', '1.2345678901234568e+29'],
];

const infinite: readonly (readonly [rule: string, number: string])[] = [
  ['1e999', '1e999'],
  ['a one with 400 zeros', `1${'0'.repeat(400)}`],
];

const outside: readonly (readonly [name: string, rule: string, latitude: string, longitude: string])[] = [
  ['latitude-above', 'a latitude above 90', '90.00000000000001', '1'],
  ['latitude-below', 'a latitude below -90', '-90.00000000000001', '1'],
  ['longitude-above', 'a longitude above 180', '1', '180.00000000000003'],
  ['longitude-below', 'a longitude below -180', '1', '-180.00000000000003'],
  ['far', 'numbers far outside', '1000', '-1000'],
  ['swapped', 'swapped coordinates', '120', '45'],
];

const strict: { readonly options: ServiceOptions } = { options: { strictCoordinates: true } };

function location(latitude: string, longitude: string): string {
  return `{"coordinates":{"latitude":${latitude},"longitude":${longitude}}}`;
}

/** SPEC section 2: the numbers of coordinates. */
export const coordinates: readonly HttpCase[] = [
  ...numbers.map(([name, sent, written = sent]) =>
    acceptedBody(
      `number-${name}`,
      'D31',
      `GET returns the number ${sent} as ${written}.`,
      location(sent, sent),
      location(written, written),
    ),
  ),
  httpCase(
    'number-listed',
    'D31',
    'The list has every number as GET of a record has it.',
    async (service) => {
      for (const method of ['POST', 'PUT']) {
        const listed = await Promise.all(
          numbers.map(async ([, sent, written = sent], index) => {
            const [, longitude, otherWritten = longitude] = numbers.at(-1 - index) ?? ['', '0'];
            const id = await createRecord(service, first);
            const body = location(sent, longitude);
            expectDone(await service.request(send(method, `/${id}`, body)));
            return [id, location(written, otherWritten)] as const;
          }),
        );
        await expectAllListed(service, listed);
        await deleteMany(
          service,
          listed.map(([id]) => id),
        );
      }
    },
  ),
  ...infinite.flatMap(([rule, number], index) => [
    refusedBody(
      `number-infinite-latitude-${index + 1}`,
      'D31',
      `A latitude of ${rule} is not finite.`,
      location(number, '1'),
    ),
    refusedBody(
      `number-infinite-longitude-${index + 1}`,
      'D31',
      `A longitude of ${rule} is not finite.`,
      location('1', number),
    ),
  ]),
  ...outside.flatMap(([name, rule, latitude, longitude]) => [
    acceptedBody(
      `range-free-${name}`,
      'D32',
      `By default, POST and PUT accept ${rule}.`,
      location(latitude, longitude),
      location(latitude, longitude),
    ),
    refusedBody(
      `range-strict-${name}`,
      'D32',
      `With strict coordinates, POST and PUT refuse ${rule}.`,
      location(latitude, longitude),
      strict,
    ),
  ]),
  acceptedBody(
    'range-strict-limits',
    'D32',
    'With strict coordinates, the limits themselves are valid.',
    location('90', '-180'),
    location('90', '-180'),
    strict,
  ),
  acceptedBody(
    'range-strict-other-limits',
    'D32',
    'With strict coordinates, the opposite limits are valid, too.',
    location('-90', '180'),
    location('-90', '180'),
    strict,
  ),
];
