import fc from 'fast-check';
import { descriptions } from './descriptions.ts';
import { numbers } from './numbers.ts';

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

/** Ways to write a Location that all mean the same. */
const accepted: readonly Form[] = [
  (members) => `{${located(members)},${described(members.description ?? 'null')}`.replace(/,$/, '}'),
  (members) => ` \t\r\n${canonical(members)}\n `,
  (members) => canonical(members).replaceAll(':', ' : ').replaceAll(',"', ' ,\n"'),
  (members) => canonical(members).replace('"latitude"', '"l\\u0061titude"'),
  (members) => canonical(members).replace('{', '{"description":"dropped",'),
  (members) => canonical(members).replace('"latitude"', '"latitude":9,"latitude"'),
];

/** JSON that is no Location, and what is not even JSON. */
const refused: readonly Form[] = [
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

/** Texts of Locations: mostly canonical, some in another form, a few that are none. */
export const locationTexts: fc.Arbitrary<string> = fc
  .record({
    members: fc.record({ latitude: numbers, longitude: numbers, description: descriptions }),
    form: fc.oneof(
      { withCrossShrink: true },
      { weight: 12, arbitrary: fc.constant(canonical) },
      { weight: 2, arbitrary: fc.constantFrom(...accepted) },
      { weight: 2, arbitrary: fc.constantFrom(...refused) },
    ),
  })
  .map(({ members, form }) => form(members));
