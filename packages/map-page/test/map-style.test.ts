import { expect, test } from 'vitest';
import { loadMapStyle } from '../src/map-style.ts';

/** A URL that has a text. */
function holding(text: string): URL {
  return new URL(`data:application/json,${encodeURIComponent(text)}`);
}

function settingsWith(style: unknown): URL {
  return holding(JSON.stringify({ style }));
}

const style = { version: 8, sources: {}, layers: [] };

test('the style of the owner comes from the settings, or from its URL', async () => {
  expect(await loadMapStyle(settingsWith(undefined))).toBe(undefined);
  expect(await loadMapStyle(settingsWith(style))).toEqual(style);
  expect(await loadMapStyle(settingsWith(holding(JSON.stringify(style)).href))).toEqual(style);
});

test.each([
  { ...style, version: 7 },
  { version: 8 },
  { ...style, sources: null },
  { ...style, layers: {} },
  holding('null').href,
  holding('{"version":').href,
  holding('<!doctype html>').href,
])('what is not a style is refused in words for people: %j', async (wrong) => {
  await expect(loadMapStyle(settingsWith(wrong))).rejects.toThrow(
    'The style of the map is not one of MapLibre, version 8. The page shows its own base map.',
  );
});

test('a style that cannot be loaded is named', async () => {
  await expect(loadMapStyle(settingsWith('http://127.0.0.1:1/style.json'))).rejects.toThrow(
    'The style of the map cannot be loaded from http://127.0.0.1:1/style.json. The page shows its own base map.',
  );
});
