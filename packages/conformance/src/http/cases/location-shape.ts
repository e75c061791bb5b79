import type { HttpCase } from '../http-case.ts';
import { bare, first, somewhere } from '../records.ts';
import { acceptedBodies, type Row, refusedBodies, row, rowCase } from '../rows.ts';

const ignoring = { options: { unknownMembers: 'ignore' } } as const;

/** Bodies that are not JSON. */
const notJson = refusedBodies(
  (
    [
      ['open', 'an unclosed object', `{${somewhere}`],
      ['trailing-comma', 'a trailing comma', `{${somewhere},}`],
      ['single-quotes', 'single quotes', first.replaceAll('"', "'")],
      ['comment', 'a comment', `{/* here */${somewhere}}`],
      ['second-value', 'a second value', `${bare}${bare}`],
      ['control-character', 'a raw line feed in a string', `{"description":"a\nb",${somewhere}}`],
      ['nan', 'NaN', '{"coordinates":{"latitude":NaN,"longitude":6}}'],
      ['leading-zero', 'a leading zero', '{"coordinates":{"latitude":05,"longitude":6}}'],
      ['trailing-point', 'a trailing point', '{"coordinates":{"latitude":5.,"longitude":6}}'],
    ] as const
  ).map(([name, rule, body]) => [`json-no-${name}`, 'SPEC 4.5.6', `JSON with ${rule} is 400`, body]),
);

/** JSON that is not a Location. */
const notLocation = refusedBodies(
  (
    [
      ['array', 'An array', `[${bare}]`],
      ['array-deep', 'An array of 2,000 levels', '['.repeat(2000) + ']'.repeat(2000)],
      ['string', 'A string', JSON.stringify(bare)],
      ['number', 'A number', '0'],
      ['object-empty', 'An empty object', '{}'],
      ['coordinates-null', 'A Location with null as coordinates', '{"coordinates":null}'],
      ['coordinates-array', 'A Location with an array as coordinates', '{"coordinates":[5,6]}'],
      ['coordinates-flat', 'A Location without the object of coordinates', '{"latitude":5,"longitude":6}'],
      ['latitude-missing', 'A Location without a latitude', '{"coordinates":{"longitude":6}}'],
      ['longitude-missing', 'A Location without a longitude', '{"coordinates":{"latitude":5}}'],
      ['latitude-null', 'A latitude of null', '{"coordinates":{"latitude":null,"longitude":6}}'],
      ['latitude-string', 'A latitude in quotes', '{"coordinates":{"latitude":"5","longitude":6}}'],
      ['longitude-string', 'A longitude in quotes', '{"coordinates":{"latitude":5,"longitude":"6"}}'],
      ['latitude-true', 'A latitude of true', '{"coordinates":{"latitude":true,"longitude":6}}'],
      ['longitude-array', 'A longitude in an array', '{"coordinates":{"latitude":5,"longitude":[6]}}'],
      ['description-number', 'A description that is a number', `{"description":5,${somewhere}}`],
      ['description-array', 'A description that is an array', `{"description":["a"],${somewhere}}`],
    ] as const
  ).map(([name, rule, body]) => [`shape-no-${name}`, 'SPEC 4.5.6', `${rule} is 400`, body]),
);

function described(description: string, location = somewhere): string {
  return `{"description":"${description}",${location}}`;
}

const descriptions: readonly Row[] = [
  ...acceptedBodies([
    ['shape-description-empty', 'D27', 'An empty description is stored', described('')],
    [
      'shape-description-null',
      'D27',
      'A description of null is none',
      `{"description":null,${somewhere}}`,
      bare,
    ],
    ['shape-description-spaces', 'D27', 'A description is not trimmed', described('  a ')],
    [
      'shape-description-escapes',
      'SPEC 4.5.7',
      'Escapes and control characters in a description are stored',
      described('\\u0041\\/\\"\\\\\\n\\r\\n\\u0000\\u001f\\u007f\\ud83d\\ude00\\u2028'),
    ],
    [
      'shape-description-unicode',
      'SPEC 4.5.7',
      'A description may have any character, in any form',
      described('é e\u{301} €😀\u{fb01}\u{200b}\u{fffd}\u{10ffff}'),
    ],
    [
      'shape-description-markup',
      'SPEC 4.5.7',
      'Markup in a description is text',
      described("<b>&amp; ' %3C $1</b>"),
    ],
    ['shape-description-json', 'SPEC 4.5.7', 'JSON in a description is text', described('{\\"a\\":[null]}')],
  ]),
  ...refusedBodies([
    ['shape-surrogate-alone', 'D33', 'A lone surrogate in a description is 400', described('a\\ud83d')],
    [
      'shape-surrogates-swapped',
      'D33',
      'Two surrogates in the wrong order are 400',
      described('\\ude00\\ud83d'),
    ],
  ]),
  {
    id: 'shape-description-omitted',
    clause: 'D28',
    title: 'GET of a record without a description omits the member.',
    before: bare,
    request: row('GET'),
    response: { status: 200, text: bare },
  },
  {
    id: 'shape-absent-null',
    clause: 'D28',
    title: 'With the option, GET of a record without a description has null.',
    before: bare,
    request: row('GET'),
    response: { status: 200, text: `{"description":null,${somewhere}}` },
    options: { absentDescription: 'null' },
  },
];

const members: readonly Row[] = [
  ...refusedBodies([
    ['shape-unknown-member', 'D29', 'A misspelt member is 400', `{"descripton":"a",${somewhere}}`],
    ['shape-unknown-member-id', 'D29', 'An identifier in the body is 400', `{"id":"a",${somewhere}}`],
    [
      'shape-unknown-coordinate',
      'D29',
      'An altitude in the coordinates is 400',
      '{"coordinates":{"latitude":5,"longitude":6,"altitude":7}}',
    ],
    [
      'shape-duplicate-wrong-last',
      'D30',
      'A last duplicate that is wrong is 400',
      `{${somewhere},"coordinates":null}`,
    ],
    ['shape-proto-member', 'D34', '"__proto__" is an unknown member', `{"__proto__":{},${somewhere}}`],
    [
      'shape-proto-coordinates',
      'D34',
      'Coordinates are not inherited by "__proto__"',
      `{"__proto__":{${somewhere}}}`,
    ],
  ]),
  ...acceptedBodies([
    [
      'shape-duplicate',
      'D30',
      'The last of duplicate members is stored',
      '{"description":"a","coordinates":{"latitude":1,"latitude":5,"longitude":6},"description":"b"}',
      described('b'),
    ],
    [
      'shape-member-escaped',
      'SPEC 4.5.6',
      'Escapes in the name of a member are decoded',
      bare.replace('i', '\\u0069'),
      bare,
    ],
  ]),
  ...acceptedBodies(
    [
      [
        'shape-unknown-ignored',
        'D29',
        'With the option, unknown members are not stored',
        '{"a":{"b":[null]},"coordinates":{"altitude":7,"latitude":5,"longitude":6}}',
        bare,
      ],
      [
        'shape-proto-ignored',
        'D34',
        'With the option, "__proto__" is an unknown member',
        `{"__proto__":{"latitude":5},"constructor":1,${somewhere}}`,
        bare,
      ],
    ],
    ignoring,
  ),
  ...refusedBodies(
    [
      [
        'shape-unknown-ignored-strict',
        'D29',
        'With the option, known members are checked',
        '{"a":1,"description":5}',
      ],
      [
        'shape-proto-not-inherited',
        'D34',
        'With the option, nothing is inherited',
        `{"__proto__":{${somewhere}}}`,
      ],
    ],
    ignoring,
  ),
];

/** What GET returns for a body, byte for byte. */
const canonical: readonly Row[] = (
  [
    [
      'order',
      'has its members in one order',
      '{"coordinates":{"longitude":6,"latitude":5},"description":"a"}',
      described('a'),
    ],
    [
      'white-space',
      'has no white space',
      '{ "description" : "a b" ,\r\n\t"coordinates" : {"latitude":5,"longitude":6} }',
      described('a b'),
    ],
    [
      'escapes',
      'has escapes only if JSON needs them',
      described('\\u0041\\/\\u00e9\\"\\n\\u0000\\u2028'),
      described('A/é\\"\\n\\u0000\u{2028}'),
    ],
  ] as const
).map(([name, rule, sent, text]) => ({
  id: `shape-canonical-${name}`,
  clause: 'D35',
  title: `A record ${rule}, however it was sent.`,
  before: sent,
  request: row('GET'),
  response: { status: 200, text },
}));

/** SPEC 4.5.6 and section 2, D27 to D35: JSON, the shape of a Location, and how it is sent. */
export const locationShape: readonly HttpCase[] = [
  ...notJson,
  ...notLocation,
  ...descriptions,
  ...members,
  ...canonical,
].map(rowCase);
