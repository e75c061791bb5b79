import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  everyCharacter,
  expectRecords,
  noise,
  numbered,
  putAll,
  readList,
  replaceEach,
  sorted,
} from '../store-steps.ts';

const clause = 'LocationStore: a description is any well-formed string';

/** Groups of descriptions that careless stores change, each with the id of its case. */
export const descriptionSamples: readonly (readonly [
  id: string,
  what: string,
  descriptions: readonly (string | undefined)[],
])[] = [
  ['descriptions-empty', 'Empty and absent descriptions', ['', undefined, ' ', '\0']],
  [
    'descriptions-control-characters',
    'NUL, line ends and other control characters',
    ['\0', 'a\0b', '\n', '\r\n', '\r', 'a\nb', '\t', '\u0001\u007f\u0085\u2028', 'a\0'],
  ],
  [
    'descriptions-like-values',
    'Texts that look like other values',
    [
      'null',
      'undefined',
      'true',
      '0',
      '10',
      '1e1',
      '01',
      '1.0',
      '-0',
      'NaN',
      '9007199254740993',
      '[]',
      '{}',
      '""',
    ],
  ],
  [
    'descriptions-unchanged',
    'White space, byte order marks and decomposed text',
    [
      ' a ',
      'a  ',
      '\ufeffa',
      'e\u0301',
      '\u00e9',
      '\u212b',
      '\ufffd',
      '\uffff',
      '\u{10ffff}',
      '👩‍👩‍👧',
      'A',
      'a',
    ],
  ],
  [
    'descriptions-syntax',
    'Quotes, escapes and commands',
    [
      "'",
      '"',
      '\\',
      '\\n',
      "'; DROP TABLE locations; --",
      '$1',
      '%s',
      '</script>',
      '$(a)',
      '\\u0000',
      '\\ud800',
      '\\\\',
      "''",
      '""',
      '&amp;',
      '%20',
      '+',
      '$&',
      '{{a}}',
      '\u0024{a}',
    ],
  ],
  ['descriptions-every-character', 'All characters', [everyCharacter(), '']],
  [
    'descriptions-long',
    'Descriptions of a million characters',
    [
      noise(1_000_000),
      'é'.repeat(1_000_000),
      '\u{1f600}'.repeat(500_000),
      '\0'.repeat(1_000_000),
      '"\n'.repeat(500_000),
    ],
  ],
];

/** Descriptions of any kind are returned unchanged. */
export const descriptions: readonly StoreCase[] = [
  ...descriptionSamples.map(
    ([id, what, texts]): StoreCase => ({
      id,
      clause,
      title: `${what} are returned unchanged.`,
      run: async (stores) => expectKept(await stores.open(), texts),
    }),
  ),
  {
    id: 'descriptions-change-length',
    clause: 'LocationStore: put and replace store the whole Location',
    title: 'A description gives way to a longer, a shorter and an absent one.',
    run: async (stores) => expectChanged(await stores.open()),
  },
  {
    id: 'descriptions-undefined-member',
    clause,
    title: 'A description that is undefined is absent.',
    async run(stores) {
      const store = await stores.open();
      const coordinates = { latitude: 1, longitude: 2 };
      await store.put('a', { description: undefined, coordinates });
      await store.put('b', { description: 'b', coordinates });
      expectEqual('replace', await store.replace('b', { description: undefined, coordinates }), true);
      await expectRecords(
        store,
        [
          ['a', { coordinates }],
          ['b', { coordinates }],
        ],
        'after writes without a description',
      );
    },
  },
];

/** Numbers of characters around the limits beyond which stores keep a description in another place. */
const lengths = [undefined, 0, 1, 128, 129, 384, 385, 2048, 4096, 70_000];
const writes = ['put', 'replace', 'put after delete'] as const;

/**
 * Gives each description one of each length, by each kind of write: all at once, and then back. No two texts of one length
 * are the same, beyond the shortest.
 */
async function expectChanged(store: LocationStore): Promise<void> {
  const changes = lengths.flatMap((before) =>
    lengths.flatMap((after) => writes.map((write) => ({ before, after, write }))),
  );
  // Characters of one byte and of three.
  const [narrow, wide] = [noise(70_000), '\u20ac'.repeat(70_000)];
  const phase = (name: string, length: 'before' | 'after') => ({
    name,
    records: changes.map(({ [length]: count }, index): LocationRecord => {
      const text = `${index} ${name} ${index % 2 === 0 ? narrow : wide}`;
      const description = count === undefined ? undefined : text.slice(0, count);
      return [numbered(index), described(description, index)];
    }),
  });
  const [first, ...others] = [phase('put', 'before'), phase('changed', 'after'), phase('back', 'before')];
  await putAll(store, first.records);
  await expectRecords(store, first.records, first.name);
  for (const { name, records } of others) {
    await Promise.all(
      records.map(([id, location], index) => change(store, changes[index]?.write, id, location)),
    );
    await expectRecords(store, records, name);
  }
  await Promise.all(first.records.map(([id]) => store.delete(id)));
  await expectRecords(store, [], 'deleted');
}

async function change(
  store: LocationStore,
  write: (typeof writes)[number] | undefined,
  id: string,
  location: Location,
): Promise<void> {
  if (write === 'replace') {
    expectEqual(`replace ${id}`, await store.replace(id, location), true);
    return;
  }
  if (write === 'put after delete') await store.delete(id);
  await store.put(id, location);
}

async function expectKept(store: LocationStore, texts: readonly (string | undefined)[]): Promise<void> {
  const records = texts.map((text, index): LocationRecord => [numbered(index), described(text, index)]);
  await putAll(store, records);
  await expectRecords(store, records, 'after put');
  const moved = records.map(([id], index): LocationRecord => [id, described(texts.at(index - 1), index)]);
  await replaceEach(store, moved);
  expectEqual('the list after replace', sorted(await readList(store)), moved);
}

function described(description: string | undefined, number: number): Location {
  const coordinates = { latitude: number, longitude: -number - 1 };
  return description === undefined ? { coordinates } : { description, coordinates };
}
