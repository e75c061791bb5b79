import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, noise, putAll, shown } from '../store-steps.ts';

const prefix = noise(10_000);
const long = noise(100_000);

/** Groups of identifiers that careless stores confuse, refuse or cut, each with the id of its case. */
const identifierSamples: readonly (readonly [id: string, what: string, ids: readonly string[]])[] = [
  [
    'ids-object-properties',
    'names of object properties',
    ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'],
  ],
  ['ids-nul', 'NUL at any position', ['a', 'a\0', 'a\0\0', 'a\0b', 'a\0c', '\0', '\0\0', '\0a']],
  [
    'ids-control-characters',
    'control characters',
    ['\n', '\r', '\r\n', '\t', '\u0001', '\u001f', '\u007f', '\u0085', '\u2028', '\u2029', 'a\nb', 'a\rb'],
  ],
  [
    'ids-like-numbers',
    'text that looks like a number or a keyword',
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
      '1_0',
      '9007199254740993',
      '9007199254740992',
    ].concat(['NaN', 'Infinity', 'null', 'undefined', 'true', 'false', 'NULL', '[]', '{}', '""']),
  ],
  [
    'ids-case',
    'upper and lower case',
    [
      'paris',
      'Paris',
      'PARIS',
      'straße',
      'STRASSE',
      'strasse',
      'i',
      'I',
      'ı',
      'İ',
      'σ',
      'ς',
      'Σ',
      'ä',
      'Ä',
      'a',
    ],
  ],
  [
    'ids-normalisation',
    'canonically equivalent and look-alike text',
    [
      '\u00e9',
      'e\u0301',
      'e',
      '\u00c5',
      '\u212b',
      'A\u030a',
      '\ufb01',
      'fi',
      '\uff21',
      'A',
      '\uac00',
      '\u1100\u1161',
    ].concat(['ab', 'a\u200bb', 'a\u00adb', 'a\ufe0fb', '\u0430b']),
  ],
  [
    'ids-white-space',
    'white space and byte order marks at either end',
    [
      ' ',
      '  ',
      'a',
      ' a',
      'a ',
      'a  ',
      '\ta',
      'a\n',
      'a\u00a0',
      '\u3000a',
      '\ufeff',
      '\ufeffa',
      'a\ufeff',
      'a\u0000 ',
    ],
  ],
  [
    'ids-beyond-the-basic-plane',
    'astral characters and the ends of the planes',
    [
      '\u{1f600}',
      '\u{1f601}',
      '\u{1f600}\u{1f601}',
      '\u{10000}',
      '\u{10ffff}',
      '\uffff',
      '\ufffd',
      '\ufffe',
      '\uff5e',
    ].concat(['\ud7ff', '\ue000', '👩‍👩‍👧', '👩', '🇦🇹', '🇦']),
  ],
  [
    'ids-patterns',
    'wildcards and patterns',
    [
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
      '\\%',
      '$',
    ].concat(['{a,b}', '**', '+', 'a+', '(a)', '|']),
  ],
  [
    'ids-quotes-and-syntax',
    'quotes, separators and commands of query languages',
    [
      "'",
      "''",
      '"',
      '""',
      '`',
      '\\',
      '\\\\',
      ';',
      '--',
      '/*',
      "' OR '1'='1",
      "'; DROP TABLE locations; --",
      '$1',
    ].concat([
      ':id',
      '?1',
      '@id',
      '/',
      'a/b',
      'a:b',
      'a|b',
      'a,b',
      '#',
      '&',
      '=',
      'a\r\nDEL b',
      '$(id)',
      '%2F',
      '%00',
    ]),
  ],
  [
    'ids-long',
    'a hundred thousand characters',
    [
      long,
      `${long}x`,
      `${long}y`,
      long.slice(1),
      long.toUpperCase(),
      '\u{1f600}'.repeat(100_000),
      'é'.repeat(100_000),
    ],
  ],
  [
    'ids-common-prefix',
    'the same first ten thousand characters',
    [
      prefix,
      `${prefix}a`,
      `${prefix}b`,
      `${prefix}aa`,
      `${prefix}\0`,
      `${prefix}${prefix}`,
      prefix.slice(0, -1),
    ],
  ],
];

const clause = 'LocationStore: an identifier is any non-empty well-formed string';
/** Identifiers of any kind are kept, and are distinct. */
export const identifiers: readonly StoreCase[] = identifierSamples.map(([id, what, ids]) => ({
  id,
  clause,
  title: `Identifiers with ${what} are ordinary and distinct.`,
  run: async (stores) => expectDistinct(await stores.open(), ids),
}));

async function expectDistinct(store: LocationStore, ids: readonly string[]): Promise<void> {
  const first = ids.map((id, index): LocationRecord => [id, locationOf(index)]);
  const second = ids.map((id, index): LocationRecord => [id, locationOf(index + ids.length)]);
  await expectAbsent(store, ids);
  await putAll(store, first);
  await expectRecords(store, first, 'after put');
  for (const [id, location] of second) {
    expectEqual(`replace ${shown(id)}`, await store.replace(id, location), true);
  }
  await expectRecords(store, second, 'after replace');
  const half = Math.ceil(ids.length / 2);
  for (const id of ids.slice(0, half)) await store.delete(id);
  await expectAbsent(store, ids.slice(0, half));
  await expectRecords(store, second.slice(half), 'after delete of one half');
}

async function expectAbsent(store: LocationStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    expectEqual(`get of the absent ${shown(id)}`, await store.get(id), undefined);
    expectEqual(`replace of the absent ${shown(id)}`, await store.replace(id, locationOf(0)), false);
  }
}
