import { type HttpCase, httpCase } from '../http-case.ts';
import { expectDistinct } from '../records.ts';

/** Endings as decoded, each group with the name of its case. Careless servers take some of a group for one identifier. */
const groups: readonly (readonly [name: string, what: string, endings: readonly string[]])[] = [
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
