import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeStore, openStore, parseStoreUrl } from '../src/store-engines.ts';

describe('sqlite:<path>', () => {
  test.each([
    ['sqlite:a.db', resolve('a.db')],
    ['sqlite:./a b%20.db', resolve('a b%20.db')],
    ['sqlite:/var/a.db', resolve('/var/a.db')],
    ['sqlite:///var/a.db', resolve('/var/a.db')],
    ['SQLite:file:a.db', resolve('file:a.db')],
  ])('%s is a file', (url, place) => {
    expect(parseStoreUrl(url)).toEqual({ scheme: 'sqlite', place });
  });

  test('is described by its path', () => {
    expect(describeStore(parseStoreUrl('sqlite:a.db'))).toBe(`in ${resolve('a.db')} (SQLite)`);
  });
});

test('memory: opens an empty store', async () => {
  const store = await openStore(parseStoreUrl('memory:'));
  expect(await store.get('a')).toBeUndefined();
  await store.close();
});

test('a scheme that is not known is refused', async () => {
  await expect(openStore({ scheme: 'none', place: '' })).rejects.toThrow('There is no store "none:".');
});
