import type { HttpCase } from '../http-case.ts';
import { bare, first, somewhere } from '../records.ts';
import { acceptedBody, refusedBody } from './body-cases.ts';

/** What a parser that calls itself may not get through. */
const deepArray = ['array-deep', '2,000 arrays in each other', '['.repeat(2000) + ']'.repeat(2000)] as const;

/** Texts that are not JSON. */
const notJson: readonly (readonly [name: string, rule: string, body: string])[] = [
  ['word', 'a word', 'location'],
  ['open', 'an unclosed object', `{${somewhere}`],
  ['brace', 'a lone brace', '{'],
  ['trailing-comma', 'a trailing comma', `{${somewhere},}`],
  ['single-quotes', 'single quotes', first.replaceAll('"', "'")],
  ['bare-names', 'names without quotes', '{coordinates:{latitude:5,longitude:6}}'],
  ['comment', 'a comment', `{/* here */${somewhere}}`],
  ['second-value', 'a second value', `${bare}${bare}`],
  ['text-behind', 'text after the object', `${bare}x`],
  ['no-break-space', 'a no-break space', `\u{a0}${bare}`],
  ['control-character', 'a raw control character in a string', `{"description":"a\nb",${somewhere}}`],
  ['escape', 'an unknown escape in a string', `{"description":"\\x41",${somewhere}}`],
  ['undefined', 'undefined', `{"description":undefined,${somewhere}}`],
  ['nan', 'NaN', '{"coordinates":{"latitude":NaN,"longitude":6}}'],
  ['infinity', 'Infinity', '{"coordinates":{"latitude":Infinity,"longitude":6}}'],
  ['leading-zero', 'a leading zero', '{"coordinates":{"latitude":05,"longitude":6}}'],
  ['leading-plus', 'a leading plus', '{"coordinates":{"latitude":+5,"longitude":6}}'],
  ['leading-point', 'a leading point', '{"coordinates":{"latitude":.5,"longitude":6}}'],
  ['trailing-point', 'a trailing point', '{"coordinates":{"latitude":5.,"longitude":6}}'],
  ['hexadecimal', 'a hexadecimal number', '{"coordinates":{"latitude":0x5,"longitude":6}}'],
  ['minus', 'a lone minus', '{"coordinates":{"latitude":-,"longitude":6}}'],
  ['deep', '4,000 arrays that begin and do not end', '['.repeat(4000)],
];

/** JSON that is not a Location. */
const notLocation: readonly (readonly [name: string, rule: string, body: string])[] = [
  ['array', 'an array', `[${bare}]`],
  ['array-empty', 'an empty array', '[]'],
  ['pair', 'an entry of the list', `["a",${bare}]`],
  ['string', 'a string', JSON.stringify(bare)],
  deepArray,
  ['number', 'a number', '5'],
  ['zero', 'zero', '0'],
  ['true', 'true', 'true'],
  ['false', 'false', 'false'],
  ['object-empty', 'an empty object', '{}'],
  ['coordinates-missing', 'missing coordinates', '{"description":"a"}'],
  ['coordinates-null', 'null as coordinates', '{"coordinates":null}'],
  ['coordinates-array', 'an array as coordinates', '{"coordinates":[5,6]}'],
  ['coordinates-string', 'a string as coordinates', '{"coordinates":"5,6"}'],
  ['coordinates-number', 'a number as coordinates', '{"coordinates":5}'],
  ['coordinates-empty', 'empty coordinates', '{"coordinates":{}}'],
  ['coordinates-flat', 'coordinates without their object', '{"latitude":5,"longitude":6}'],
  ['coordinates-case', 'members in another case', '{"Coordinates":{"latitude":5,"longitude":6}}'],
  ['latitude-missing', 'a missing latitude', '{"coordinates":{"longitude":6}}'],
  ['longitude-missing', 'a missing longitude', '{"coordinates":{"latitude":5}}'],
  ['latitude-null', 'null as latitude', '{"coordinates":{"latitude":null,"longitude":6}}'],
  ['longitude-null', 'null as longitude', '{"coordinates":{"latitude":5,"longitude":null}}'],
  ['latitude-string', 'a string as latitude', '{"coordinates":{"latitude":"5","longitude":6}}'],
  ['longitude-string', 'a string as longitude', '{"coordinates":{"latitude":5,"longitude":"6"}}'],
  ['latitude-true', 'true as latitude', '{"coordinates":{"latitude":true,"longitude":6}}'],
  ['longitude-array', 'an array as longitude', '{"coordinates":{"latitude":5,"longitude":[6]}}'],
  ['latitude-object', 'an object as latitude', '{"coordinates":{"latitude":{},"longitude":6}}'],
];

const descriptions: readonly (readonly [name: string, rule: string, value: string])[] = [
  deepArray,
  ['number', 'a number', '5'],
  ['true', 'true', 'true'],
  ['false', 'false', 'false'],
  ['object', 'an object', '{}'],
  ['array', 'an array', '["a"]'],
];

/** SPEC 4.5.6 and section 2: JSON, the shape of a Location, and descriptions. */
export const locationShape: readonly HttpCase[] = [
  ...notJson.map(([name, rule, body]) =>
    refusedBody(
      `json-no-${name}`,
      'SPEC 4.5.6',
      `POST and PUT refuse a body that is not JSON: ${rule}.`,
      body,
    ),
  ),
  ...notLocation.map(([name, rule, body]) =>
    refusedBody(
      `shape-no-${name}`,
      'SPEC 4.5.6',
      `POST and PUT refuse JSON that is not a Location: ${rule}.`,
      body,
    ),
  ),
  ...descriptions.map(([name, rule, value]) =>
    refusedBody(
      `shape-description-${name}`,
      'D27',
      `POST and PUT refuse ${rule} as a description.`,
      `{"description":${value},${somewhere}}`,
    ),
  ),
  acceptedBody(
    'shape-description-empty',
    'D27',
    'An empty description is a description.',
    `{"description":"",${somewhere}}`,
    `{"description":"",${somewhere}}`,
  ),
  acceptedBody(
    'shape-description-null',
    'D27',
    'null as description means no description.',
    `{"description":null,${somewhere}}`,
    bare,
  ),
  acceptedBody(
    'shape-description-omitted',
    'D28',
    'A record without a description is sent without the member.',
    bare,
    bare,
  ),
  acceptedBody(
    'shape-description-spaces',
    'D27',
    'A description is not trimmed.',
    `{"description":"  a ",${somewhere}}`,
    `{"description":"  a ",${somewhere}}`,
  ),
  acceptedBody(
    'shape-description-escapes',
    'D35',
    'Escapes in a description are decoded, and sent only where JSON needs them.',
    `{"description":"\\u0041\\/\\"\\\\\\n\\u0000\\u001f\\u007f\\ud83d\\ude00\\u2028",${somewhere}}`,
    `{"description":"A/\\"\\\\\\n\\u0000\\u001f\u{7f}😀\u{2028}",${somewhere}}`,
  ),
  acceptedBody(
    'shape-description-unicode',
    'D35',
    'A description may contain any character.',
    `{"description":"é e\u{301} €😀\u{fffd}\u{ffff}\u{10ffff}",${somewhere}}`,
    `{"description":"é e\u{301} €😀\u{fffd}\u{ffff}\u{10ffff}",${somewhere}}`,
  ),
  acceptedBody(
    'shape-description-json',
    'D35',
    'A description that looks like JSON is text.',
    `{"description":"{\\"a\\":[1]}",${somewhere}}`,
    `{"description":"{\\"a\\":[1]}",${somewhere}}`,
  ),
  ...['\\ud800', '\\udc00', 'a\\ud83d', '\\ude00\\ud83d', '\\ud83dx\\ude00'].map((text, index) =>
    refusedBody(
      `shape-surrogate-${index + 1}`,
      'D33',
      `The lone surrogate in "${text}" is not valid.`,
      `{"description":"${text}",${somewhere}}`,
    ),
  ),
  acceptedBody(
    'shape-absent-null',
    'D28',
    'With the option, an absent description is sent as null.',
    bare,
    `{"description":null,${somewhere}}`,
    { options: { absentDescription: 'null' } },
  ),
  acceptedBody(
    'shape-absent-null-present',
    'D28',
    'With the option for null, a present description is unchanged.',
    first,
    first,
    { options: { absentDescription: 'null' } },
  ),
];
