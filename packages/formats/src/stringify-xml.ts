import type { LocationRecord } from '@location-records/core';
import { writeText } from './xml-text.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** How KML (OGC 12-007r2) begins and ends. */
export const kmlFrame = [
  `${declaration}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n`,
  '</Document></kml>\n',
] as const;

/** How GPX 1.1 begins and ends. */
export const gpxFrame = [
  `${declaration}<gpx version="1.1" creator="location-records" xmlns="http://www.topografix.com/GPX/1/1" xmlns:records="https://www.npmjs.com/package/@location-records/formats">\n`,
  '</gpx>\n',
] as const;

/** Writes a Placemark on a line. Its name is the identifier, and so is the value `id` that readers go by. */
export function writePlacemark([id, { description, coordinates }]: LocationRecord): string {
  const name = writeText(id);
  const described = description === undefined ? '' : `<description>${writeText(description)}</description>`;
  const data = `<ExtendedData><Data name="id"><value>${name}</value></Data></ExtendedData>`;
  const point = `${writeDecimal(coordinates.longitude)},${writeDecimal(coordinates.latitude)}`;
  return `<Placemark><name>${name}</name>${described}${data}<Point><coordinates>${point}</coordinates></Point></Placemark>\n`;
}

/** Writes a waypoint on a line. Its name is the identifier, and so is the extension that readers go by. */
export function writeWaypoint([id, { description, coordinates }]: LocationRecord): string {
  const name = writeText(id);
  const described = description === undefined ? '' : `<desc>${writeText(description)}</desc>`;
  const place = `lat="${writeDecimal(coordinates.latitude)}" lon="${writeDecimal(coordinates.longitude)}"`;
  return `<wpt ${place}><name>${name}</name>${described}<extensions><records:id>${name}</records:id></extensions></wpt>\n`;
}

/** Writes a number exactly, and without an exponent, which the decimals of XML Schema do not have. */
function writeDecimal(value: number): string {
  const [digits = '', exponent] = JSON.stringify(value).split('e');
  if (exponent === undefined) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const shift = Number(exponent);
  if (shift > 0) return `${sign}${whole}${fraction.padEnd(shift, '0')}`;
  return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
}
