import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Theme } from './base-map/theme.ts';

/** The source of the tiles of records, and the layers over it that a click can hit. */
export const recordSource = 'location-records';
export const recordLayer = 'location-records-records';
export const cellLayer = 'location-records-cells';

/** The source of the selected record: at most one point, with exact coordinates. */
export const selectedSource = 'location-records-selected';

interface RecordLayersOptions {
  /** The URL of the tiles, with `{z}`, `{x}` and `{y}` in it. */
  readonly tiles: string;
  readonly selected: FeatureCollection;
  readonly theme: Theme;
}

/** A style with the layers of the records on top of all that it has. */
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
    layers: [...style.layers, ...recordLayers(theme, fontsOf(style))],
  };
}

/** Radius of the circle of a cell; its area grows with the order of magnitude of the count. */
const severalRadius: ExpressionSpecification = ['interpolate', ['linear'], ['log10', count()], 0, 7, 6, 19];

/** Radius of a record in pixels. A single record in a cell looks as any record does. */
function byZoom(several?: ExpressionSpecification): ExpressionSpecification {
  const isSingle: ExpressionSpecification = ['==', count(), 1];
  const [far, near] = [3.5, 6].map((single) => (several ? ['case', isSingle, single, several] : single));
  return ['interpolate', ['linear'], ['zoom'], 2, far, 12, near] as ExpressionSpecification;
}

function count(): ExpressionSpecification {
  return ['get', 'count'];
}

/** A count in at most four characters: 950, 12k, 1.2M. */
const shortCount: ExpressionSpecification = [
  'case',
  ['>=', count(), 9_950_000],
  ['concat', ['round', ['/', count(), 1_000_000]], 'M'],
  ['>=', count(), 999_500],
  ['concat', ['/', ['round', ['/', count(), 100_000]], 10], 'M'],
  ['>=', count(), 9_950],
  ['concat', ['round', ['/', count(), 1_000]], 'k'],
  ['>=', count(), 1_000],
  ['concat', ['/', ['round', ['/', count(), 100]], 10], 'k'],
  ['to-string', count()],
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
  const [one, ten, hundred, thousand, more] = theme.cells;
  const edge = { 'circle-stroke-color': theme.recordEdge, 'circle-stroke-width': 1.2 };
  const cells = { source: recordSource, 'source-layer': 'cells' };
  const ring = { type: 'circle' as const, source: selectedSource };
  return [
    {
      ...cells,
      id: cellLayer,
      type: 'circle',
      layout: { 'circle-sort-key': count() },
      paint: {
        ...edge,
        'circle-color': ['step', count(), one, 10, ten, 100, hundred, 1_000, thousand, 10_000, more],
        'circle-radius': byZoom(severalRadius),
      },
    },
    {
      ...cells,
      id: `${cellLayer}-counts`,
      type: 'symbol',
      filter: ['>', count(), 1],
      layout: {
        'text-field': shortCount,
        'text-font': fonts,
        'text-size': 12,
        // Each circle keeps its number, even over a name. The largest is on top, as with the circles.
        'text-allow-overlap': true,
        'text-ignore-placement': true,
        'symbol-sort-key': count(),
      },
      paint: { 'text-color': theme.cellLabel },
    },
    {
      id: recordLayer,
      type: 'circle',
      source: recordSource,
      'source-layer': 'records',
      paint: { ...edge, 'circle-color': theme.record, 'circle-radius': byZoom() },
    },
    // A ring is seen on any colour if it has an edge.
    { ...ring, id: `${selectedSource}-edge`, paint: ringPaint(10, 7, theme.recordEdge) },
    { ...ring, id: selectedSource, paint: ringPaint(12, 3, theme.selected) },
  ];
}

function ringPaint(radius: number, width: number, color: string) {
  return {
    'circle-opacity': 0,
    'circle-radius': radius,
    'circle-stroke-color': color,
    'circle-stroke-width': width,
  };
}
