import { afterEach, expect, it, vi } from 'vitest';
import { loadMapStyle, loadSettings } from '../src/map-style.ts';

const settings = new URL('http://localhost/-/map/settings.json');
const url = 'https://example.org/style.json';
const style = { version: 8, sources: {}, layers: [] };

/** Lets the page fetch texts by their URLs. Other URLs cannot be reached. */
function serve(texts: Readonly<Record<string, string>>) {
  const fetch = vi.fn(async (asked: URL, _?: RequestInit) => {
    const text = texts[asked.href];
    if (text === undefined) throw new TypeError('Failed to fetch');
    return new Response(text);
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  [{}, undefined],
  [{ style }, style],
  [{ style: url }, style],
])('the settings %j lead to %j', async (told, expected) => {
  serve({ [settings.href]: JSON.stringify(told), [url]: JSON.stringify(style) });
  expect(await loadMapStyle(await loadSettings(settings))).toEqual(expected);
});

it.each([
  ['{"mode":"view"}', 'view'],
  ['{"mode":"edit"}', 'edit'],
  ['{}', 'edit'],
  ['<!doctype html>', 'edit'],
])('the settings %s let people %s', async (text, mode) => {
  serve({ [settings.href]: text });
  expect((await loadSettings(settings)).mode).toBe(mode);
});

it('a style that cannot be loaded is an error with its URL', async () => {
  serve({});
  await expect(loadMapStyle({ style: url, mode: 'edit' })).rejects.toThrow(
    `The map style cannot be loaded from ${url}. The built-in map is shown instead.`,
  );
});

it.each([
  JSON.stringify({ ...style, version: 7 }),
  JSON.stringify({ version: 8 }),
  JSON.stringify({ ...style, sources: null }),
  JSON.stringify({ ...style, layers: {} }),
  'null',
  '{"version":',
  '<!doctype html>',
])('a file that is not a style is refused in words for people: %s', async (text) => {
  serve({ [url]: text });
  await expect(loadMapStyle({ style: url, mode: 'edit' })).rejects.toThrow(
    'The map style is not a MapLibre style of version 8. The built-in map is shown instead.',
  );
});

it('loading a style has a timeout', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const fetch = serve({ [settings.href]: JSON.stringify({ style: url }), [url]: JSON.stringify(style) });
  await loadMapStyle(await loadSettings(settings));
  const signals = fetch.mock.calls.map(([, init]) => init?.signal);
  expect(signals).toEqual(timeout.mock.results.map(({ value }) => value));
  expect(signals).toHaveLength(2);
});
