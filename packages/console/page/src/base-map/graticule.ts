import type { Feature, FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import type { Box } from '../api.ts';
import { edgesOf, wrap } from '../view-box.ts';

/** The source of the graticule. A style without it has none. */
export const graticuleSource = 'graticule';

/** From this zoom on, the base map has too little detail for orientation. */
export const graticuleZoom = 6;

/** Draws meridians and parallels at round degrees through the view, and again after each move. */
export function keepGraticule(map: MapLibre): void {
  const draw = () => {
    const zoom = map.getZoom();
    const data = zoom >= graticuleZoom ? graticule(edgesOf(map), zoom) : noLines;
    map.getSource<GeoJSONSource>(graticuleSource)?.setData(data);
  };
  map.on('moveend', draw);
  map.on('style.load', draw);
}

export const noLines: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The lines through a box and, so that a short move finds some, through its neighbours. */
export function graticule({ west, south, east, north }: Box, zoom: number): FeatureCollection {
  const step = stepAt(zoom);
  const [width, height] = [east - west, north - south];
  const [left, right] = [west - width, east + width];
  const [bottom, top] = [Math.max(south - height, -85), Math.min(north + height, 85)];
  const meridians = multiples(left, right, step).map((longitude) =>
    line(degrees(wrap(longitude), step, 'EW'), [
      [longitude, bottom],
      [longitude, top],
    ]),
  );
  const parallels = multiples(bottom, top, step).map((latitude) =>
    line(degrees(latitude, step, 'NS'), [
      [left, latitude],
      [right, latitude],
    ]),
  );
  return { type: 'FeatureCollection', features: [...meridians, ...parallels] };
}

/** The round number of degrees that is from 100 to 250 pixels wide: 1, 2 or 5 times a power of ten. */
function stepAt(zoom: number): number {
  const atLeast = (100 * 360) / (512 * 2 ** zoom);
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= atLeast) ?? 10);
}

function multiples(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

function degrees(value: number, step: number, [positive, negative]: string): string {
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const size = Math.abs(value).toFixed(digits);
  return `${size}°${Number(size) === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
}

function line(label: string, coordinates: [number, number][]): Feature {
  return { type: 'Feature', properties: { label }, geometry: { type: 'LineString', coordinates } };
}
