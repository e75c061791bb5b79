import { afterEach, expect, it, vi } from 'vitest';
import { followTheme } from '../../src/base-map/theme.ts';

/** Makes the theme of a browser in which these media queries match. */
function themeFor(...matching: readonly string[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matching.some((part) => query.includes(part)),
    addEventListener: () => undefined,
  }));
  return followTheme(() => undefined)();
}

/** The relative luminance of WCAG 2.2. */
function luminance(color: string): number {
  const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

afterEach(() => vi.unstubAllGlobals());

it.each(['light', 'dark'])(
  'in the %s, numbers can be read, and records and the ring can be seen',
  (scheme) => {
    const theme = themeFor(scheme);
    for (const cell of theme.cells) expect(contrast(cell, theme.cellLabel)).toBeGreaterThan(4.5);
    for (const ground of [theme.land, theme.water, theme.ground]) {
      expect(contrast(theme.record, ground)).toBeGreaterThan(3);
      expect(contrast(theme.selected, ground)).toBeGreaterThan(3);
      expect(contrast(theme.graticuleLabel, ground)).toBeGreaterThan(3);
    }
  },
);

it.each(['light', 'dark'])('in the %s, a count of one has the colour of a record', (scheme) => {
  const theme = themeFor(scheme);
  expect(theme.cells[0]).toBe(theme.record);
});
