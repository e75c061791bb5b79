import type { HttpCase } from '../http-case.ts';
import { bare, first, somewhere } from '../records.ts';
import { acceptedBodies, refusedBodies, row, rowCase } from '../rows.ts';

const ignoring = { options: { unknownMembers: 'ignore' } } as const;

function described(description: string): string {
  return `{"description":"${description}",${somewhere}}`;
}

/** Bodies that are not JSON. */
const notJson = (
  [
    ['open', 'an unclosed object', `{${somewhere}`],
    ['trailing-comma', 'a trailing comma', `{${somewhere},}`],
    ['single-quotes', 'single quotes', first.replaceAll('"', "'")],
    ['second-value', 'a second value', `${bare}${bare}`],
    ['control-character', 'a raw line feed in a string', `{"description":"a\nb",${somewhere}}`],
    ['nan', 'NaN', '{"coordinates":{"latitude":NaN,"longitude":6}}'],
    ['leading-zero', 'a leading zero', '{"coordinates":{"latitude":05,"longitude":6}}'],
  ] as const
).map(([name, rule, body]) => [`json-no-${name}`, `JSON with ${rule} is 400.`, body] as const);

/** JSON that is not a Location. */
const notLocation = (
  [
    ['array', 'A JSON array', `[${bare}]`],
    ['array-deep', 'A JSON array of 2,000 levels', '['.repeat(2000) + ']'.repeat(2000)],
    ['string', 'A JSON string', JSON.stringify(bare)],
    ['object-empty', 'An empty JSON object', '{}'],
    ['coordinates-null', 'A Location with null as coordinates', '{"coordinates":null}'],
    ['coordinates-array', 'A Location with an array as coordinates', '{"coordinates":[5,6]}'],
    ['coordinates-flat', 'A Location without the object of coordinates', '{"latitude":5,"longitude":6}'],
    ['latitude-missing', 'A Location without a latitude', '{"coordinates":{"longitude":6}}'],
    ['longitude-missing', 'A Location without a longitude', '{"coordinates":{"latitude":5}}'],
    ['latitude-null', 'A latitude of null', '{"coordinates":{"latitude":null,"longitude":6}}'],
    ['latitude-string', 'A latitude in quotes', '{"coordinates":{"latitude":"5","longitude":6}}'],
    ['latitude-true', 'A latitude of true', '{"coordinates":{"latitude":true,"longitude":6}}'],
    ['description-number', 'A description that is a number', `{"description":5,${somewhere}}`],
  ] as const
).map(([name, rule, body]) => [`shape-no-${name}`, `${rule} is 400.`, body] as const);

const descriptions: readonly HttpCase[] = [
  ...acceptedBodies('D27', [
    ['shape-description-empty', 'An empty description is stored.', described('')],
    ['shape-description-null', 'A description of null is none.', `{"description":null,${somewhere}}`, bare],
    ['shape-description-spaces', 'A description is not trimmed.', described('  a ')],
  ]),
  ...acceptedBodies('SPEC 4.5.7', [
    [
      'shape-description-escapes',
      'Escapes and control characters in a description are stored.',
      described('\\u0041\\/\\"\\\\\\n\\r\\n\\u0000\\u001f\\u007f\\ud83d\\ude00\\u2028'),
    ],
    [
      'shape-description-unicode',
      'A description may have any character, in any form.',
      described('é e\u{301} €😀\u{fb01}\u{200b}\u{fffd}\u{10ffff}'),
    ],
    ['shape-description-markup', 'Markup in a description is text.', described("<b>&amp; ' %3C $1</b>")],
  ]),
  ...refusedBodies('D33', [
    ['shape-surrogate-alone', 'A lone surrogate in a description is 400.', described('a\\ud83d')],
    ['shape-surrogates-swapped', 'Two surrogates in the wrong order are 400.', described('\\ude00\\ud83d')],
  ]),
];

const altitude = '{"coordinates":{"latitude":5,"longitude":6,"altitude":7}}';
const duplicates =
  '{"description":"a","coordinates":{"latitude":1,"latitude":5,"longitude":6},"description":"b"}';

const members: readonly HttpCase[] = [
  ...refusedBodies('D29', [
    ['shape-unknown-member', 'A misspelt member is 400.', `{"descripton":"a",${somewhere}}`],
    ['shape-unknown-coordinate', 'An altitude in the coordinates is 400.', altitude],
  ]),
  ...acceptedBodies(
    'D29',
    [
      [
        'shape-unknown-ignored',
        'With unknownMembers: ignore, unknown members are not stored.',
        altitude,
        bare,
      ],
    ],
    ignoring,
  ),
  ...acceptedBodies('D30', [
    ['shape-duplicate', 'The last of duplicate members is stored.', duplicates, described('b')],
  ]),
  ...refusedBodies('D34', [
    ['shape-proto-member', '"__proto__" is an unknown member.', `{"__proto__":{},${somewhere}}`],
    ['shape-proto-coordinates', '"__proto__" gives no coordinates.', `{"__proto__":{${somewhere}}}`],
  ]),
  ...refusedBodies(
    'D34',
    [
      [
        'shape-proto-not-inherited',
        'With unknownMembers: ignore, "__proto__" still gives no coordinates.',
        `{"__proto__":{${somewhere}}}`,
      ],
    ],
    ignoring,
  ),
];

/** Bodies as they are sent, and as GET returns them, byte for byte. */
const canonical: readonly (readonly [
  id: string,
  clause: string,
  title: string,
  sent: string,
  returned: string,
  options?: HttpCase['options'],
])[] = [
  [
    'shape-canonical-order',
    'D35',
    'A record has its members in the same order, however it was sent.',
    '{"coordinates":{"longitude":6,"latitude":5},"description":"a"}',
    described('a'),
  ],
  [
    'shape-canonical-white-space',
    'D35',
    'A record has no white space, however it was sent.',
    '{ "description" : "a b" ,\r\n\t"coordinates" : {"latitude":5,"longitude":6} }',
    described('a b'),
  ],
  [
    'shape-canonical-escapes',
    'D35',
    'A record has escapes only if JSON needs them, however it was sent.',
    described('\\u0041\\/\\u00e9\\"\\n\\u0000\\u2028'),
    described('A/é\\"\\n\\u0000\u{2028}'),
  ],
  ['shape-description-omitted', 'D28', 'GET omits an absent description.', bare, bare],
  [
    'shape-absent-null',
    'D28',
    'With absentDescription: null, GET returns an absent description as null.',
    bare,
    `{"description":null,${somewhere}}`,
    { absentDescription: 'null' },
  ],
];

/** SPEC 4.5.6 and section 2, D27 to D35: JSON, the shape of a Location, and how it is sent. */
export const locationShape: readonly HttpCase[] = [
  ...refusedBodies('SPEC 4.5.6', [...notJson, ...notLocation]),
  ...acceptedBodies('SPEC 4.5.6', [
    ['body-white-space-around', 'White space around the JSON is valid.', ` \t\r\n${bare}\r\n `, bare],
  ]),
  ...descriptions,
  ...members,
  ...canonical.map(([id, clause, title, before, text, options]) =>
    rowCase({
      id,
      clause,
      title,
      before,
      request: row('GET'),
      response: { status: 200, text },
      ...(options && { options }),
    }),
  ),
];
