import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Theme } from './base-map/theme.ts';

/** The source of the tiles of records, and the layers over it that a click can hit. */
export const recordSource = 'location-records';
export const recordLayer = 'location-records-records';
export const cellLayer = 'location-records-cells';

/** The source of the selected record: at most one point, with exact coordinates. */
export const selectedSource = 'location-records-selected';

/** What the layers of the records need. */
interface RecordLayersOptions {
  /** The URL of the tiles, with `{z}`, `{x}` and `{y}` in it. */
  readonly tiles: string;
  readonly selected: FeatureCollection;
  readonly theme: Theme;
}

/** The layers of a base map that belong above the records. */
export const aboveRecords = { metadata: { 'location-records:above-records': true } };

/**
 * A style with the layers of the records on top of those that it has, except for what is marked to be above.
 */
export function withRecords(
  style: StyleSpecification,
  { tiles, selected, theme }: RecordLayersOptions,
): StyleSpecification {
  return {
    ...style,
    sources: {
      ...style.sources,
      [recordSource]: { type: 'vector', tiles: [tiles], maxzoom: 18 },
      [selectedSource]: { type: 'geojson', data: selected },
    },
    layers: [
      ...style.layers.filter((layer) => !isAbove(layer)),
      ...recordLayers(theme, fontsOf(style)),
      ...style.layers.filter(isAbove),
    ],
  };
}

function isAbove({ metadata }: LayerSpecification): boolean {
  return metadata !== undefined && 'location-records:above-records' in Object(metadata);
}

/** Radius of the circle of a cell in pixels; its area grows with the order of magnitude of the count. */
const cellRadius: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['log10', ['max', 1, ['get', 'count']]],
  0,
  7,
  6,
  19,
];

/** A count in at most four characters: 950, 12k, 1.2M. */
const shortCount: ExpressionSpecification = [
  'let',
  'count',
  ['get', 'count'],
  [
    'case',
    ['>=', ['var', 'count'], 9_950_000],
    ['concat', ['round', ['/', ['var', 'count'], 1_000_000]], 'M'],
    ['>=', ['var', 'count'], 999_500],
    ['concat', ['/', ['round', ['/', ['var', 'count'], 100_000]], 10], 'M'],
    ['>=', ['var', 'count'], 9_950],
    ['concat', ['round', ['/', ['var', 'count'], 1_000]], 'k'],
    ['>=', ['var', 'count'], 1_000],
    ['concat', ['/', ['round', ['/', ['var', 'count'], 100]], 10], 'k'],
    ['to-string', ['var', 'count']],
  ],
];

/**
 * Without `glyphs`, MapLibre draws with fonts of the machine. Otherwise the fonts are those that the style
 * has.
 */
function fontsOf({ glyphs, layers }: StyleSpecification): string[] {
  if (glyphs === undefined) return ['sans-serif'];
  const fonts = layers.map(
    ({ layout }) => (layout as { readonly 'text-font'?: unknown } | undefined)?.['text-font'],
  );
  const names = fonts.find((font) => Array.isArray(font) && font.every((name) => typeof name === 'string'));
  return (names as string[] | undefined) ?? ['Noto Sans Regular'];
}

function recordLayers(theme: Theme, fonts: string[]): readonly LayerSpecification[] {
  return [
    {
      id: cellLayer,
      type: 'circle',
      source: recordSource,
      'source-layer': 'cells',
      layout: { 'circle-sort-key': ['get', 'count'] },
      paint: {
        'circle-color': theme.cell,
        'circle-opacity': 0.85,
        'circle-radius': cellRadius,
        'circle-stroke-color': theme.recordEdge,
        'circle-stroke-width': 1,
      },
    },
    {
      id: `${cellLayer}-counts`,
      type: 'symbol',
      source: recordSource,
      'source-layer': 'cells',
      layout: {
        'text-field': shortCount,
        'text-font': fonts,
        'text-size': 11,
        // Each circle keeps its number, even over a name. The largest is on top, as with the circles.
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'symbol-sort-key': ['get', 'count'],
      },
      paint: { 'text-color': theme.cellLabel },
    },
    {
      id: recordLayer,
      type: 'circle',
      source: recordSource,
      'source-layer': 'records',
      paint: {
        'circle-color': theme.record,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 2, 3.5, 12, 6],
        'circle-stroke-color': theme.recordEdge,
        'circle-stroke-width': 1.2,
      },
    },
    {
      id: selectedSource,
      type: 'circle',
      source: selectedSource,
      paint: {
        'circle-color': theme.selected,
        'circle-opacity': 0.25,
        'circle-radius': 12,
        'circle-stroke-color': theme.selected,
        'circle-stroke-width': 3,
      },
    },
  ];
}
