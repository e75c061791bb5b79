import { noise } from './steps.ts';

const long = noise(100_000);

/** Every character of the basic plane, and one of each 256 beyond it. */
const everyCharacter = [
  ...Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff),
  ...Array.from({ length: 0x1000 }, (_, block) => 0x1_0000 + block * 0x100 + (block & 0xff)),
]
  .map((code) => String.fromCodePoint(code))
  .join('');

const controls = words(
  'a a\0 a\0\0 a\0b a\0c \0 \0\0 \0a \n \r \r\n \t \u0001 \u007f \u0085 \u2028 a\nb a\rb',
);
const valueTexts = words(
  'null undefined true NULL NaN 0 -0 1 01 1.0 1e1 +1 0x1 9007199254740993 9007199254740992',
);
const syntax = words(
  `' '' " "" \` \\ \\\\ \\n \\u0000 ; -- /* '; $1 :id ?1 %s # & = $(id) %2F %00 &amp; [] {} $&`,
);

/** Groups of values that careless stores confuse, refuse, change or cut, each with the id of its case. */
type Samples<Value> = readonly (readonly [id: string, what: string, values: readonly Value[]])[];

export const identifierSamples: Samples<string> = [
  [
    'ids-names',
    'names of object properties, columns and routes',
    words(
      '__proto__ constructor toString hasOwnProperty length id _id key rowid meta health docs openapi.json',
    ),
  ],
  ['ids-numbers', 'text that looks like a number or another value', valueTexts],
  ['ids-control-characters', 'NUL and other control characters', controls],
  [
    'ids-case-and-form',
    'the same letters in another case or form',
    [
      ...words('paris Paris PARIS straße STRASSE strasse i I ı İ σ ς Σ a A e fi ab'),
      ...words(
        '\u00e9 e\u0301 \u00c5 \u212b A\u030a \ufb01 \uff21 \u0430 \uac00 \u1100\u1161 a\u200bb a\u00adb',
      ),
    ],
  ],
  [
    'ids-white-space',
    'white space and byte order marks',
    [' ', '  ', 'a', ' a', 'a ', 'a  ', ...words('\ta a\n a\u00a0 \u3000a \ufeff \ufeffa a\ufeff')],
  ],
  [
    'ids-beyond-the-basic-plane',
    'astral characters and the ends of the planes',
    words('😀 😁 😀😁 \u{10000} \u{10ffff} \uffff \ufffd \uff5e \ud7ff \ue000 👩‍👩‍👧 👩'),
  ],
  [
    'ids-patterns',
    'wildcards, patterns and dots',
    words('a b ab abc % _ * ? . .. a% a_ a* a? [a] [ab] ^a .* a.c \\% $ {a,b} ** + a+ (a) |'),
  ],
  [
    'ids-paths-and-syntax',
    'paths, quotes and commands of query languages',
    [...words('/ a a/ a// a/b a//b a/./b a/../b ./b /b //b a.json a. ~ a:b a,b'), 'a\r\nDEL b', ...syntax],
  ],
  [
    'ids-long',
    'a hundred thousand characters, or every character',
    [long, `${long}x`, `${long}y`, long.slice(1), long.toUpperCase(), 'é'.repeat(100_000), everyCharacter],
  ],
];

export const descriptionSamples: Samples<string | undefined> = [
  ['descriptions-empty', 'Empty and absent descriptions', ['', undefined, ' ', '\0']],
  ['descriptions-like-values', 'Texts that look like other values', valueTexts],
  [
    'descriptions-characters',
    'Control characters, quotes, decomposed text and every other character',
    [
      ...[' a ', 'a  ', '\ufeffa', 'e\u0301', '\u00e9', '\u212b', '\ufffd', '👩‍👩‍👧', everyCharacter],
      ...[...controls, ...syntax],
    ],
  ],
  [
    'descriptions-long',
    'Descriptions of a hundred thousand characters',
    [long, 'é'.repeat(100_000), '😀'.repeat(50_000), '\0'.repeat(100_000), '"\n'.repeat(50_000)],
  ],
];

/** Numbers that stores round, limit or store as another type. */
export const numberSamples: readonly number[] = [
  ...[0, 1, -1, 90, -90, 180, -180, 360, -1000, 0.1 + 0.2, 0.1, 1 / 3, -2 / 3, 48.20817, 89.99999999999999],
  ...[1 + Number.EPSILON, 1 - Number.EPSILON / 2, Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, -5e-324],
  ...[2.2250738585072014e-308, 1e308, 1e15, 1e20, 1e21, 1e-7, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1],
  ...[2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 63, -(2 ** 63), 2 ** 64],
];

/** Returns the words of a text, between spaces. */
function words(text: string): readonly string[] {
  return text.split(' ');
}
