import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { BaseMapSources } from './base-map.ts';
import { graticuleSource, graticuleZoom, noLines } from './graticule.ts';
import type { Theme } from './theme.ts';

const attribution = [
  '<a href="https://www.naturalearthdata.com/">Natural Earth</a>',
  '<a href="https://www.geonames.org/">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>)',
].join(' · ');

/**
 * The style of the base map: land, borders, and the names of countries and large cities. It has no `glyphs`,
 * so MapLibre draws all text with fonts of the machine and asks no host for them.
 */
export function baseStyle(
  { land, borders, countries, cities }: BaseMapSources,
  theme: Theme,
): StyleSpecification {
  return {
    version: 8,
    sources: {
      // The buffer is wider than half of the line of the coast, which would else end at the edge of a tile.
      land: { ...geoJson(land, attribution), buffer: 512 },
      borders: geoJson(borders),
      [graticuleSource]: { type: 'geojson', data: noLines },
      countries: geoJson(countries),
      cities: geoJson(cities),
    },
    layers: [...groundLayers(theme), ...labelLayers(theme)],
  };
}

function geoJson(data: GeoJSONSourceSpecification['data'], credit?: string): GeoJSONSourceSpecification {
  return { type: 'geojson', data, maxzoom: 12, ...(credit && { attribution: credit }) };
}

/** Where the land ends: it is right up to the first zoom, and gone at the second. */
const fade: readonly [number, number] = [8, 9.5];

/** A number or colour that becomes another one as the land ends. */
function fading<Value extends string | number>(
  from: Value,
  to: Value,
  end = fade[1],
): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], fade[0], from, end, to];
}

function groundLayers(theme: Theme): readonly LayerSpecification[] {
  const { water, land, ground, border, graticule, graticuleLabel } = theme;
  const round = { layout: { 'line-join': 'round' as const }, maxzoom: fade[1] };
  const lines = { source: graticuleSource, minzoom: graticuleZoom };
  return [
    // Before the land is gone, so that water never shows through it.
    { id: 'water', type: 'background', paint: { 'background-color': fading(water, ground, 9) } },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      maxzoom: fade[1],
      paint: { 'fill-color': land, 'fill-opacity': fading(1, 0), 'fill-antialias': false },
    },
    {
      // The coast is wrong by up to some kilometres, and what is built on it must not lie in water.
      ...round,
      id: 'coast',
      type: 'line',
      source: 'land',
      minzoom: 4,
      paint: {
        'line-color': land,
        'line-opacity': fading(1, 0),
        'line-width': ['interpolate', ['exponential', 2], ['zoom'], 4, 2.25, 9, 72],
        'line-blur': ['interpolate', ['exponential', 2], ['zoom'], 4, 0.5, 9, 16],
      },
    },
    {
      ...round,
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: {
        'line-color': border,
        'line-opacity': fading(1, 0),
        'line-width': ['interpolate', ['linear'], ['zoom'], 0, 0.4, 4, 0.8, 8, 1.4],
      },
    },
    { ...lines, id: 'graticule', type: 'line', paint: { 'line-color': graticule } },
    {
      ...lines,
      id: 'graticule-labels',
      type: 'symbol',
      layout: { ...labelled('label', 12), 'symbol-placement': 'line', 'symbol-spacing': 500 },
      paint: halo(theme, graticuleLabel, 1),
    },
  ];
}

/** Capitals and the largest cities come first; each zoom has room for smaller ones. */
function labelLayers(theme: Theme): readonly LayerSpecification[] {
  return [
    {
      id: 'cities',
      type: 'symbol',
      source: 'cities',
      minzoom: 3,
      // Beyond that, the two decimal places of a city are wrong by its name's height.
      maxzoom: 12,
      filter: [
        'any',
        ['>=', ['get', 'thousands'], ['step', ['zoom'], 5000, 4, 2000, 5, 700, 6, 300, 7, 0]],
        ['all', ['==', ['get', 'capital'], 1], ['>=', ['zoom'], 4]],
      ],
      layout: {
        ...labelled('name', ['interpolate', ['linear'], ['zoom'], 3, 12, 8, 13]),
        'text-padding': 6,
        'text-max-width': 8,
        // Beside the place, so that it does not cover a record.
        'text-variable-anchor': ['bottom', 'top', 'left', 'right'],
        'text-radial-offset': 0.6,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: halo(theme, theme.cityLabel, 1.2),
    },
    {
      id: 'countries',
      type: 'symbol',
      source: 'countries',
      maxzoom: 8,
      filter: ['<', ['get', 'rank'], ['step', ['zoom'], 10, 2, 25, 3, 60, 4, 120, 5, 300]],
      layout: {
        ...labelled('name', ['interpolate', ['linear'], ['zoom'], 1, 12, 6, 15]),
        'text-letter-spacing': 0.08,
        'text-transform': 'uppercase',
        'text-padding': 4,
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: halo(theme, theme.countryLabel, 2),
    },
  ];
}

/** A property as text, in a font of the machine. */
function labelled(property: string, size: number | ExpressionSpecification): SymbolLayout {
  return { 'text-field': ['get', property], 'text-font': ['sans-serif'], 'text-size': size };
}

function halo({ labelHalo }: Theme, color: string, width: number) {
  return { 'text-color': color, 'text-halo-color': labelHalo, 'text-halo-width': width };
}

type SymbolLayout = NonNullable<SymbolLayerSpecification['layout']>;
