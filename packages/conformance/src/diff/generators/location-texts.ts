import fc from 'fast-check';
import { numbers } from './numbers.ts';

/** JSON values of a description that services often read, store or write wrongly. */
const delicateDescriptions = [
  '""',
  'null',
  '" a "',
  '"é"',
  '"e\u0301"',
  '"😀"',
  '"\\ud83d\\ude00"',
  '"\\u0000"',
  '"\\u001f\\t\\n"',
  '"\\/\\"\\\\"',
  '"<b>&amp;\'"',
  '"\u2028\u0085\u007f"',
  '"\ufeff"',
  '"\ufffd\uffff"',
  '"__proto__"',
  '"%41+?"',
] as const;

/** Values that are not descriptions, or not JSON. */
const refusedDescriptions = [
  '5',
  'true',
  '{}',
  '["a"]',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\uD83D"',
  '"\\x41"',
  '"\t"',
  '"\0"',
  "'a'",
  '"a',
  'undefined',
] as const;

/** The JSON text of a description; `undefined` for a Location without one. */
const descriptions: fc.Arbitrary<string | undefined> = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constantFrom('"a"', '"b"') },
  { weight: 3, arbitrary: fc.constantFrom(...delicateDescriptions) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }).map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: fc.constantFrom(...refusedDescriptions) },
);

/** The JSON texts of the members of a Location. */
interface Members {
  readonly latitude: string;
  readonly longitude: string;
  readonly description: string | undefined;
}

type Form = (members: Members) => string;

function described(description: string | undefined): string {
  return description === undefined ? '' : `"description":${description},`;
}

function located({ latitude, longitude }: Members): string {
  return `"coordinates":{"latitude":${latitude},"longitude":${longitude}}`;
}

const canonical: Form = (members) => `{${described(members.description)}${located(members)}}`;

/** Forms of a Location with the same meaning. */
const acceptedForms: readonly Form[] = [
  (members) => `{${located(members)},${described(members.description ?? 'null')}`.replace(/,$/, '}'),
  (members) => ` \t\r\n${canonical(members)}\n `,
  (members) => canonical(members).replaceAll(':', ' : ').replaceAll(',"', ' ,\n"'),
  (members) => canonical(members).replace('"latitude"', '"l\\u0061titude"'),
  (members) => canonical(members).replace('{', '{"description":"dropped",'),
  (members) => canonical(members).replace('"latitude"', '"latitude":9,"latitude"'),
];

/** JSON that is not a Location, and texts that are not JSON. */
const refusedForms: readonly Form[] = [
  (members) => canonical(members).replace('{', '{"unknown":1,'),
  (members) => canonical(members).replace('{', '{"__proto__":{},'),
  (members) => canonical(members).replace(/}}$/, ',"altitude":3}}'),
  (members) => canonical(members).replace('"description"', '"descripton"'),
  (members) => canonical(members).replace('"coordinates"', '"Coordinates"'),
  (members) => canonical(members).replace(/"longitude":.*/s, '"x":1}}'),
  (members) => canonical(members).replace(/,"longitude":.*/s, '}}'),
  ({ description }) => `{${described(description ?? '"a"')}`.replace(/,$/, '}'),
  ({ description }) => `{${described(description)}"coordinates":null}`,
  ({ latitude, longitude }) => `{"coordinates":[${latitude},${longitude}]}`,
  ({ latitude, longitude }) => `{"latitude":${latitude},"longitude":${longitude}}`,
  (members) => `[${canonical(members)}]`,
  (members) => JSON.stringify(canonical(members)),
  (members) => canonical(members).replace(/}}$/, ',}}'),
  (members) => `/**/${canonical(members)}`,
  (members) => canonical(members).replaceAll('"', "'"),
  (members) => canonical(members) + canonical(members),
];

/** Texts of Locations: most are canonical, some have another form, and a few are invalid. */
export const locationTexts: fc.Arbitrary<string> = fc
  .record({
    members: fc.record({ latitude: numbers, longitude: numbers, description: descriptions }),
    form: fc.oneof(
      { withCrossShrink: true },
      { weight: 12, arbitrary: fc.constant(canonical) },
      { weight: 2, arbitrary: fc.constantFrom(...acceptedForms) },
      { weight: 2, arbitrary: fc.constantFrom(...refusedForms) },
    ),
  })
  .map(({ members, form }) => form(members));
