import { type HttpCase, httpCase } from '../http-case.ts';
import { expectDistinct } from '../records.ts';

/** Endings as decoded, each group with the name of its case. Careless servers take some of a group for one identifier. */
const groups: readonly (readonly [name: string, what: string, endings: readonly string[]])[] = [
  [
    'letter-case',
    'letters that differ in case in some languages',
    ['i', 'I', 'ı', 'İ', 'i\u{307}', 'k', '\u{212a}', 's', 'ſ', 'ss', 'ß', 'ẞ', 'σ', 'ς', 'ǆ', 'ǅ', 'µ', 'μ'],
  ],
  [
    'equivalents',
    'letters and their equivalents',
    [
      '\u{c5}',
      '\u{212b}',
      'A\u{30a}',
      'fi',
      '\u{fb01}',
      '2',
      '\u{b2}',
      '\u{3a9}',
      '\u{2126}',
      '가',
      '\u{1100}\u{1161}',
      '½',
      '1⁄2',
    ],
  ],
  [
    'invisible',
    'characters without a width',
    [
      'ab',
      'a\u{200b}b',
      'a\u{200c}b',
      'a\u{200d}b',
      'a\u{ad}b',
      'a\u{2060}b',
      'a\u{200e}b',
      'a\u{fe0f}b',
      'a\u{feff}b',
      '\u{430}b',
    ],
  ],
  [
    'white-space',
    'white space at the end',
    ['', ' ', '  ', '\t', '\n', '\r', '\r\n', '\v', '\u{a0}', '\u{3000}', '\u{85}', '\u{2028}', '\0'],
  ],
];

/** Endings as sent: unencoded characters matter here. */
const sentGroups: typeof groups = [
  [
    'file-endings',
    'the ending of a file name',
    [
      '',
      '.json',
      '.JSON',
      '.xml',
      '.html',
      '.txt',
      '.csv',
      '.geojson',
      '.yaml',
      '.php',
      '.',
      '.0',
      '.tar.gz',
    ],
  ],
  [
    'punctuation',
    'punctuation at the end',
    [
      '',
      ';v=1',
      ';',
      '+',
      '~',
      ',',
      '!',
      '$',
      "'",
      '*',
      '(',
      ')',
      '=',
      '@',
      ':',
      '-',
      '_',
      '%3F',
      '%23',
      '&',
      '%5C',
      '%25',
      '%2F',
    ],
  ],
];

/** D1: identifiers of which each is distinct from all others of its group. */
export const distinctIdentifiers: readonly HttpCase[] = [
  ...groups.map(([name, what, endings]) => [name, what, endings.map(encodeURIComponent)] as const),
  ...sentGroups,
].map(([name, what, endings]) =>
  httpCase(`id-distinct-${name}`, 'D1', `Identifiers differ by ${what}.`, (service) =>
    expectDistinct(service, endings),
  ),
);
