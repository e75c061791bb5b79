import type { HttpCase } from '../http-case.ts';
import { bare, somewhere } from '../records.ts';
import type { ServiceOptions } from '../service.ts';
import { acceptedBody, refusedBody } from './body-cases.ts';

const ignoring: { readonly options: ServiceOptions } = { options: { unknownMembers: 'ignore' } };
const strange = '{"__proto__":{"latitude":5,"longitude":6},"constructor":1,"description":"a",';

/** SPEC section 2: unknown, repeated and inherited members, and the order in which members are sent. */
export const members: readonly HttpCase[] = [
  refusedBody(
    'shape-unknown-member',
    'D29',
    'An unknown member is not valid.',
    `{"descripton":"a",${somewhere}}`,
  ),
  refusedBody(
    'shape-unknown-member-null',
    'D29',
    'An unknown member is not valid, even with null.',
    `{"altitude":null,${somewhere}}`,
  ),
  refusedBody(
    'shape-unknown-member-empty-name',
    'D29',
    'An unknown member is not valid, even with an empty name.',
    `{"":1,${somewhere}}`,
  ),
  refusedBody(
    'shape-unknown-member-id',
    'D29',
    'An identifier in the body is an unknown member.',
    `{"id":"a",${somewhere}}`,
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
    'Unknown members can be ignored, and are then not stored.',
    `{"a":{"b":[null]},"description":"a","coordinates":{"altitude":7,"latitude":5,"longitude":6}}`,
    `{"description":"a",${somewhere}}`,
    ignoring,
  ),
  refusedBody(
    'shape-unknown-ignored-strict',
    'D29',
    'When unknown members are ignored, known ones are still checked.',
    '{"a":1,"description":5,"coordinates":{"latitude":5,"longitude":6}}',
    ignoring,
  ),
  acceptedBody(
    'shape-duplicate',
    'D30',
    'The last of duplicate members wins.',
    '{"description":"a","coordinates":{"latitude":1,"latitude":5,"longitude":6},"description":"b"}',
    `{"description":"b",${somewhere}}`,
  ),
  acceptedBody(
    'shape-duplicate-coordinates',
    'D30',
    'The last of duplicate coordinates wins as a whole.',
    `{"coordinates":{"latitude":"x"},${somewhere}}`,
    bare,
  ),
  refusedBody(
    'shape-duplicate-wrong-last',
    'D30',
    'A duplicate that is wrong and comes last is not valid.',
    `{${somewhere},"coordinates":null}`,
  ),
  acceptedBody(
    'shape-duplicate-null-description',
    'D30',
    'A last description of null removes an earlier one.',
    `{"description":"a","description":null,${somewhere}}`,
    bare,
  ),
  refusedBody(
    'shape-proto-member',
    'D34',
    '"__proto__" is an unknown member.',
    `{"__proto__":{},${somewhere}}`,
  ),
  refusedBody(
    'shape-proto-coordinates',
    'D34',
    'Coordinates are not inherited through "__proto__".',
    `{"__proto__":{${somewhere}}}`,
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
    'When unknown members are ignored, "__proto__" is ignored, too.',
    `${strange}${somewhere}}`,
    `{"description":"a",${somewhere}}`,
    ignoring,
  ),
  refusedBody(
    'shape-proto-not-inherited',
    'D34',
    'When unknown members are ignored, nothing is inherited from them.',
    `{"__proto__":{${somewhere}}}`,
    ignoring,
  ),
  acceptedBody(
    'shape-member-escaped',
    'D34',
    'The name of a member may have escapes.',
    '{"coord\\u0069nates":{"latitude":5,"longitude":6}}',
    bare,
  ),
  acceptedBody(
    'shape-canonical-order',
    'D35',
    'Members are always sent in the same order.',
    '{"coordinates":{"longitude":6,"latitude":5},"description":"a"}',
    `{"description":"a",${somewhere}}`,
  ),
  acceptedBody(
    'shape-canonical-white-space',
    'D35',
    'A record is sent without white space.',
    '{ "description" : "a b" ,\r\n\t"coordinates" : { "latitude" : 5 , "longitude" : 6 } }',
    `{"description":"a b",${somewhere}}`,
  ),
];
