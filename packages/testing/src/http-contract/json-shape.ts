import { acceptedBody, refusedBody } from './body-cases.ts';
import type { HttpCase } from './http-case.ts';
import { bare, first } from './records.ts';
import type { ServiceOptions } from './service.ts';

const at = '"coordinates":{"latitude":5,"longitude":6}';

/** Text that is no JSON. */
const noJson: readonly (readonly [name: string, rule: string, body: string])[] = [
  ['word', 'A word', 'location'],
  ['open', 'An object that does not end', `{${at}`],
  ['brace', 'A lone brace', '{'],
  ['trailing-comma', 'A trailing comma', `{${at},}`],
  ['single-quotes', 'Single quotes', first.replaceAll('"', "'")],
  ['bare-names', 'Names without quotes', '{coordinates:{latitude:5,longitude:6}}'],
  ['comment', 'A comment', `{/* here */${at}}`],
  ['second-value', 'A second value', `${bare}${bare}`],
  ['text-behind', 'Text behind the object', `${bare}x`],
  ['no-break-space', 'A no-break space', `\u{a0}${bare}`],
  ['control-character', 'A raw control character in a string', `{"description":"a\nb",${at}}`],
  ['escape', 'An unknown escape in a string', `{"description":"\\x41",${at}}`],
  ['undefined', 'undefined', `{"description":undefined,${at}}`],
  ['nan', 'NaN', '{"coordinates":{"latitude":NaN,"longitude":6}}'],
  ['infinity', 'Infinity', '{"coordinates":{"latitude":Infinity,"longitude":6}}'],
  ['leading-zero', 'A leading zero', '{"coordinates":{"latitude":05,"longitude":6}}'],
  ['leading-plus', 'A leading plus', '{"coordinates":{"latitude":+5,"longitude":6}}'],
  ['leading-point', 'A leading point', '{"coordinates":{"latitude":.5,"longitude":6}}'],
  ['trailing-point', 'A trailing point', '{"coordinates":{"latitude":5.,"longitude":6}}'],
  ['hexadecimal', 'A hexadecimal number', '{"coordinates":{"latitude":0x5,"longitude":6}}'],
  ['minus', 'A lone minus', '{"coordinates":{"latitude":-,"longitude":6}}'],
];

/** JSON that is no Location. */
const noLocation: readonly (readonly [name: string, rule: string, body: string])[] = [
  ['array', 'An array', `[${bare}]`],
  ['array-empty', 'An empty array', '[]'],
  ['pair', 'An entry of the list', `["a",${bare}]`],
  ['string', 'A string', JSON.stringify(bare)],
  ['number', 'A number', '5'],
  ['zero', 'Zero', '0'],
  ['true', 'true', 'true'],
  ['false', 'false', 'false'],
  ['object-empty', 'An empty object', '{}'],
  ['coordinates-missing', 'Missing coordinates', '{"description":"a"}'],
  ['coordinates-null', 'null as coordinates', '{"coordinates":null}'],
  ['coordinates-array', 'An array as coordinates', '{"coordinates":[5,6]}'],
  ['coordinates-string', 'A string as coordinates', '{"coordinates":"5,6"}'],
  ['coordinates-number', 'A number as coordinates', '{"coordinates":5}'],
  ['coordinates-empty', 'Empty coordinates', '{"coordinates":{}}'],
  ['coordinates-flat', 'Coordinates without their object', '{"latitude":5,"longitude":6}'],
  ['coordinates-case', 'Members in another case', '{"Coordinates":{"latitude":5,"longitude":6}}'],
  ['latitude-missing', 'A missing latitude', '{"coordinates":{"longitude":6}}'],
  ['longitude-missing', 'A missing longitude', '{"coordinates":{"latitude":5}}'],
  ['latitude-null', 'null as latitude', '{"coordinates":{"latitude":null,"longitude":6}}'],
  ['longitude-null', 'null as longitude', '{"coordinates":{"latitude":5,"longitude":null}}'],
  ['latitude-string', 'A string as latitude', '{"coordinates":{"latitude":"5","longitude":6}}'],
  ['longitude-string', 'A string as longitude', '{"coordinates":{"latitude":5,"longitude":"6"}}'],
  ['latitude-true', 'true as latitude', '{"coordinates":{"latitude":true,"longitude":6}}'],
  ['longitude-array', 'An array as longitude', '{"coordinates":{"latitude":5,"longitude":[6]}}'],
  ['latitude-object', 'An object as latitude', '{"coordinates":{"latitude":{},"longitude":6}}'],
];

const descriptions: readonly (readonly [name: string, rule: string, value: string])[] = [
  ['number', 'A number', '5'],
  ['true', 'true', 'true'],
  ['false', 'false', 'false'],
  ['object', 'An object', '{}'],
  ['array', 'An array', '["a"]'],
];

const ignoring: { readonly options: ServiceOptions } = { options: { unknownMembers: 'ignore' } };
const strange = '{"__proto__":{"latitude":5,"longitude":6},"constructor":1,"description":"a",';

/** SPEC 4.5.6 and section 2: which bodies are a Location, and how they read back. */
export const jsonShape: readonly HttpCase[] = [
  ...noJson.map(([name, rule, body]) =>
    refusedBody(`json-no-${name}`, 'SPEC 4.5.6', `${rule} is no JSON.`, body),
  ),
  ...noLocation.map(([name, rule, body]) =>
    refusedBody(`shape-no-${name}`, 'SPEC 4.5.6', `${rule} is no Location.`, body),
  ),
  ...descriptions.map(([name, rule, value]) =>
    refusedBody(
      `shape-description-${name}`,
      'D27',
      `${rule} is no description.`,
      `{"description":${value},${at}}`,
    ),
  ),
  acceptedBody(
    'shape-description-empty',
    'D27',
    'An empty description is one.',
    `{"description":"",${at}}`,
    `{"description":"",${at}}`,
  ),
  acceptedBody(
    'shape-description-null',
    'D27',
    'null as description means that there is none.',
    `{"description":null,${at}}`,
    bare,
  ),
  acceptedBody(
    'shape-description-omitted',
    'D28',
    'A record without a description is written without the member.',
    bare,
    bare,
  ),
  acceptedBody(
    'shape-description-spaces',
    'D27',
    'A description is not trimmed.',
    `{"description":"  a ",${at}}`,
    `{"description":"  a ",${at}}`,
  ),
  acceptedBody(
    'shape-description-escapes',
    'D35',
    'Escapes in a description are decoded, and written only where JSON needs them.',
    `{"description":"\\u0041\\/\\"\\\\\\n\\u0000\\u001f\\u007f\\ud83d\\ude00\\u2028",${at}}`,
    `{"description":"A/\\"\\\\\\n\\u0000\\u001f\u{7f}😀\u{2028}",${at}}`,
  ),
  acceptedBody(
    'shape-description-unicode',
    'D35',
    'A description may hold any character.',
    `{"description":"é e\u{301} €😀\u{fffd}\u{ffff}\u{10ffff}",${at}}`,
    `{"description":"é e\u{301} €😀\u{fffd}\u{ffff}\u{10ffff}",${at}}`,
  ),
  acceptedBody(
    'shape-description-json',
    'D35',
    'A description that looks like JSON is text.',
    `{"description":"{\\"a\\":[1]}",${at}}`,
    `{"description":"{\\"a\\":[1]}",${at}}`,
  ),
  ...['\\ud800', '\\udc00', 'a\\ud83d', '\\ude00\\ud83d', '\\ud83dx\\ude00'].map((text, index) =>
    refusedBody(
      `shape-surrogate-${index + 1}`,
      'D33',
      `The lone surrogate in "${text}" is not valid.`,
      `{"description":"${text}",${at}}`,
    ),
  ),
  refusedBody('shape-unknown-member', 'D29', 'An unknown member is not valid.', `{"descripton":"a",${at}}`),
  refusedBody(
    'shape-unknown-member-null',
    'D29',
    'An unknown member is not valid, even with null.',
    `{"altitude":null,${at}}`,
  ),
  refusedBody(
    'shape-unknown-member-empty-name',
    'D29',
    'An unknown member is not valid, even with an empty name.',
    `{"":1,${at}}`,
  ),
  refusedBody(
    'shape-unknown-member-id',
    'D29',
    'An identifier in the body is an unknown member.',
    `{"id":"a",${at}}`,
  ),
  refusedBody(
    'shape-unknown-coordinate',
    'D29',
    'An unknown member in the coordinates is not valid.',
    '{"coordinates":{"latitude":5,"longitude":6,"altitude":7}}',
  ),
  acceptedBody(
    'shape-unknown-ignored',
    'D29',
    'Unknown members can be ignored; they are not stored.',
    `{"a":{"b":[null]},"description":"a","coordinates":{"altitude":7,"latitude":5,"longitude":6}}`,
    `{"description":"a",${at}}`,
    ignoring,
  ),
  refusedBody(
    'shape-unknown-ignored-strict',
    'D29',
    'Where unknown members are ignored, the known ones are still checked.',
    '{"a":1,"description":5,"coordinates":{"latitude":5,"longitude":6}}',
    ignoring,
  ),
  acceptedBody(
    'shape-duplicate',
    'D30',
    'Of duplicate members the last wins.',
    '{"description":"a","coordinates":{"latitude":1,"latitude":5,"longitude":6},"description":"b"}',
    `{"description":"b",${at}}`,
  ),
  acceptedBody(
    'shape-duplicate-coordinates',
    'D30',
    'Of duplicate coordinates the last wins as a whole.',
    `{"coordinates":{"latitude":"x"},${at}}`,
    bare,
  ),
  refusedBody(
    'shape-duplicate-wrong-last',
    'D30',
    'A wrong last duplicate is not valid.',
    `{${at},"coordinates":null}`,
  ),
  acceptedBody(
    'shape-duplicate-null-description',
    'D30',
    'A last description of null removes the one before.',
    `{"description":"a","description":null,${at}}`,
    bare,
  ),
  refusedBody('shape-proto-member', 'D34', '"__proto__" is an unknown member.', `{"__proto__":{},${at}}`),
  refusedBody(
    'shape-proto-coordinates',
    'D34',
    'Coordinates are not inherited through "__proto__".',
    `{"__proto__":{${at}}}`,
  ),
  refusedBody(
    'shape-proto-latitude',
    'D34',
    '"__proto__" is an unknown member of the coordinates.',
    '{"coordinates":{"longitude":6,"__proto__":{"latitude":5}}}',
  ),
  acceptedBody(
    'shape-proto-ignored',
    'D34',
    'Where unknown members are ignored, "__proto__" is one of them.',
    `${strange}${at}}`,
    `{"description":"a",${at}}`,
    ignoring,
  ),
  refusedBody(
    'shape-proto-not-inherited',
    'D34',
    'Where unknown members are ignored, nothing is inherited through them.',
    `{"__proto__":{${at}}}`,
    ignoring,
  ),
  acceptedBody(
    'shape-member-escaped',
    'D34',
    'A member may be written with escapes.',
    '{"coord\\u0069nates":{"latitude":5,"longitude":6}}',
    bare,
  ),
  acceptedBody(
    'shape-canonical-order',
    'D35',
    'Members are written in one order, whatever order they came in.',
    '{"coordinates":{"longitude":6,"latitude":5},"description":"a"}',
    `{"description":"a",${at}}`,
  ),
  acceptedBody(
    'shape-canonical-white-space',
    'D35',
    'A record is written without white space.',
    '{ "description" : "a b" ,\r\n\t"coordinates" : { "latitude" : 5 , "longitude" : 6 } }',
    `{"description":"a b",${at}}`,
  ),
  acceptedBody(
    'shape-absent-null',
    'D28',
    'A missing description can be written as null.',
    bare,
    `{"description":null,${at}}`,
    { options: { absentDescription: 'null' } },
  ),
  acceptedBody(
    'shape-absent-null-present',
    'D28',
    'A description is written as it is where a missing one is null.',
    first,
    first,
    { options: { absentDescription: 'null' } },
  ),
];
