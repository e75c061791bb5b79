import { noise } from './steps.ts';

const long = noise(100_000);

/** Every character of the basic plane, and one of each 256 beyond it. */
const everyCharacter = [
  ...Array.from({ length: 0x1_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff),
  ...Array.from({ length: 0x1000 }, (_, block) => 0x1_0000 + block * 0x100 + (block & 0xff)),
]
  .map((code) => String.fromCodePoint(code))
  .join('');

/** A group of values that careless stores confuse, refuse, change or cut: the id of its case, what they are, and they. */
type Samples<Value> = readonly (readonly [id: string, what: string, values: readonly Value[]])[];

export const identifierSamples: Samples<string> = [
  [
    'ids-names',
    'names of object properties, columns and routes',
    [
      ...[
        '__proto__',
        'constructor',
        'toString',
        'hasOwnProperty',
        'length',
        'id',
        '_id',
        'key',
        'rowid',
        'meta',
      ],
      ...[
        'locations',
        'count',
        'null',
        'undefined',
        'true',
        'NULL',
        'health',
        'docs',
        'openapi.json',
        '[]',
        '{}',
      ],
    ],
  ],
  [
    'ids-numbers',
    'text that looks like a number',
    [
      '1',
      '01',
      '1.0',
      '10',
      '1e1',
      '+1',
      '-1',
      '0',
      '-0',
      '0x1',
      'NaN',
      '9007199254740993',
      '9007199254740992',
    ],
  ],
  [
    'ids-control-characters',
    'NUL and other control characters',
    [
      ...['a', 'a\0', 'a\0\0', 'a\0b', 'a\0c', '\0', '\0\0', '\0a'],
      ...['\n', '\r', '\r\n', '\t', '\u0001', '\u007f', '\u0085', '\u2028', 'a\nb', 'a\rb'],
    ],
  ],
  [
    'ids-case-and-form',
    'the same letters in another case or form',
    [
      ...['paris', 'Paris', 'PARIS', 'straße', 'STRASSE', 'strasse', 'i', 'I', 'ı', 'İ', 'σ', 'ς', 'Σ', 'a'],
      ...['\u00e9', 'e\u0301', 'e', '\u00c5', '\u212b', 'A\u030a', '\ufb01', 'fi', '\uff21', 'A', '\u0430'],
      ...['\uac00', '\u1100\u1161', 'ab', 'a\u200bb', 'a\u00adb', 'a\ufe0fb'],
    ],
  ],
  [
    'ids-white-space',
    'white space and byte order marks',
    [' ', '  ', 'a', ' a', 'a ', 'a  ', '\ta', 'a\n', 'a\u00a0', '\u3000a', '\ufeff', '\ufeffa', 'a\ufeff'],
  ],
  [
    'ids-beyond-the-basic-plane',
    'astral characters and the ends of the planes',
    [
      '😀',
      '😁',
      '😀😁',
      '\u{10000}',
      '\u{10ffff}',
      '\uffff',
      '\ufffd',
      '\uff5e',
      '\ud7ff',
      '\ue000',
      '👩‍👩‍👧',
      '👩',
    ],
  ],
  [
    'ids-patterns',
    'wildcards, patterns and dots',
    [
      ...[
        '%',
        '_',
        '*',
        '?',
        '.',
        '..',
        'a%',
        'a_',
        'a*',
        'a?',
        'ab',
        'abc',
        '[a]',
        '[ab]',
        '^a',
        '.*',
        'a.c',
      ],
      ...['\\%', '$', '{a,b}', '**', '+', 'a+', '(a)', '|', 'a', 'b'],
    ],
  ],
  [
    'ids-paths-and-syntax',
    'paths, quotes and commands of query languages',
    [
      ...[
        '/',
        'a/',
        'a//',
        'a/b',
        'a//b',
        'a/./b',
        'a/../b',
        './b',
        '/b',
        '//b',
        'a.json',
        'a.',
        '~',
        'a:b',
        'a,b',
      ],
      ...[
        "'",
        "''",
        '"',
        '`',
        '\\',
        '\\\\',
        ';',
        '--',
        '/*',
        "'; DROP TABLE locations; --",
        '$1',
        ':id',
        '?1',
      ],
      ...['#', '&', '=', 'a\r\nDEL b', '$(id)', '%2F', '%00'],
    ],
  ],
  [
    'ids-long',
    'a hundred thousand characters, or every character',
    [long, `${long}x`, `${long}y`, long.slice(1), long.toUpperCase(), 'é'.repeat(100_000), everyCharacter],
  ],
];

export const descriptionSamples: Samples<string | undefined> = [
  ['descriptions-empty', 'Empty and absent descriptions', ['', undefined, ' ', '\0']],
  [
    'descriptions-like-values',
    'Texts that look like other values',
    ['null', 'undefined', 'true', '0', '10', '01', '1.0', '-0', 'NaN', '9007199254740993', '[]', '{}', '""'],
  ],
  [
    'descriptions-characters',
    'Control characters, quotes, decomposed text and every other character',
    [
      ...['a\0b', 'a\0', '\n', '\r\n', '\r', '\t', '\u0001\u007f\u0085\u2028', ' a ', 'a  ', '\ufeffa'],
      ...['e\u0301', '\u00e9', '\u212b', '\ufffd', '\uffff', '\u{10ffff}', '👩‍👩‍👧', 'A', 'a'],
      ...[
        "'",
        '"',
        '\\',
        '\\n',
        "'; DROP TABLE locations; --",
        '$1',
        '%s',
        '</script>',
        '\\u0000',
        '\\ud800',
      ],
      ...['&amp;', '%20', '+', '$&', everyCharacter],
    ],
  ],
  [
    'descriptions-long',
    'Descriptions of a hundred thousand characters',
    [long, 'é'.repeat(100_000), '😀'.repeat(50_000), '\0'.repeat(100_000), '"\n'.repeat(50_000)],
  ],
];

/** Numbers where stores lose a bit, round, limit or change the type. */
export const numberSamples: readonly number[] = [
  ...[0, 1, -1, 90, -90, 180, -180, 360, -1000],
  ...[
    0.1 + 0.2,
    0.1,
    1 / 3,
    -2 / 3,
    48.20817,
    16.37382,
    1 + Number.EPSILON,
    1 - Number.EPSILON / 2,
    89.99999999999999,
  ],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, 5e-324, -5e-324, 2.2250738585072014e-308, 1e308, 1e15, 1e21, 1e-7],
  ...[
    2 ** 31,
    -(2 ** 31),
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 53 + 2,
    -(2 ** 53),
    2 ** 63,
    -(2 ** 63),
    2 ** 64,
    1e20,
  ],
];
