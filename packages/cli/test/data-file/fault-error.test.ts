import { FormatError } from '@location-records/formats';
import { expect, test } from 'vitest';
import { faultError, withCommands } from '../../src/data-file/fault-error.ts';

test('a message that names a layer or encodings gets the commands with them', () => {
  const commandsFor = (message: string) =>
    withCommands(new FormatError('FORMAT_INVALID', message), ['import', 'a.zip']);
  expect(commandsFor('It has several layers. Choose one, as with layer: "old towns".')).toMatchObject({
    code: 'FORMAT_INVALID',
    commands: ["location-records import a.zip --layer 'old towns'"],
    hint: "Try:\n  location-records import a.zip --layer 'old towns'",
  });
  expect(commandsFor('Name it, such as encoding: "gb18030", "big5" or "koi8-r".')).toMatchObject({
    commands: ['gb18030', 'big5', 'koi8-r'].map((name) => `location-records import a.zip --encoding ${name}`),
  });
  const other = new FormatError('FORMAT_INVALID', 'It has no rows.');
  expect(withCommands(other, ['import', 'a.zip'])).toBe(other);
});

test.each([
  [{ id: 'hash' }, ['a.csv', '--id', 'name'], 'a.csv --id hash'],
  [{ id: 'hash' }, ['--id=name', 'a.csv'], 'a.csv --id hash'],
  [{ swap: true }, ['--swap', 'a.csv', '--crs', 'EPSG:1'], 'a.csv --crs EPSG:1 --swap'],
  [{ columns: ['a', 'b'] }, ['a b.csv'], "'a b.csv' --columns a,b"],
  [
    { scale: 1e-7 },
    ['a.csv', '--store', 'postgres://app:secret@db/x'],
    "a.csv --store 'postgres://***@db/x' --scale 1e-7",
  ],
  [{ crs: 'EPSG:2154' }, ['--', '-a.csv'], '--crs EPSG:2154 -- -a.csv'],
])('the remedy %j for %j is %s', (options, argv, expected) => {
  const fault = { message: 'Choose.', remedies: [{ options, words: 'so' }] };
  expect(faultError('a.csv', fault, ['import', ...argv]).commands).toEqual([
    `location-records import ${expected}`,
  ]);
});
