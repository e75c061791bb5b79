import { quote, Refusal } from '../parsed-entry.ts';
import type { FieldName, Fields, RowBatches, RowReader } from './row.ts';
import { addField, addLeaves, dropRepeatedName, readXmlRows, type XmlElement } from './xml-rows.ts';

/** Reads the waypoints of GPX 1.0 and 1.1. */
export const readGpxRows: RowReader = async function* (source, settings): RowBatches {
  const counts = new Map([
    ['trk', 0],
    ['rte', 0],
  ]);
  let rows = 0;
  const format = { title: 'GPX', roots: ['gpx'], wholes: ['wpt'], counts, fieldsOf };
  for await (const batch of readXmlRows(source, settings, format)) {
    rows += batch.length;
    yield batch;
  }
  if (rows === 0) settings.note('the file has no waypoints');
  noteLeftOut(counts.get('trk') ?? 0, 'track');
  noteLeftOut(counts.get('rte') ?? 0, 'route');

  function noteLeftOut(count: number, word: string): void {
    if (count === 0) return;
    settings.note(count === 1 ? `1 ${word} is not imported` : `${count} ${word}s are not imported`);
  }
};

function fieldsOf(waypoint: XmlElement): Fields {
  const fields = new Map<FieldName, unknown>();
  for (const child of waypoint.children) addFields(fields, child);
  dropRepeatedName(fields);
  const { lat, lon } = waypoint.attributes;
  const coordinates = [readDegrees(lon, 'longitude'), readDegrees(lat, 'latitude')];
  const altitude = waypoint.children.find(({ name }) => name === 'ele')?.text;
  if (altitude !== undefined && Number.isFinite(Number(altitude))) coordinates.push(Number(altitude));
  return fields.set('geometry', { type: 'Point', coordinates });
}

/** Adds the fields of an element of a waypoint. */
function addFields(fields: Map<FieldName, unknown>, element: XmlElement): void {
  if (element.name === 'link') addField(fields, 'link', element.attributes.href);
  else if (element.name === 'desc') addField(fields, 'description', element.text);
  else if (element.name === 'extensions') {
    for (const extension of element.children) addLeaves(fields, extension);
  } else if (element.name !== 'ele') addLeaves(fields, element);
}

function readDegrees(text: string | undefined, name: string): number {
  const number = text?.trim() ? Number(text) : Number.NaN;
  if (Number.isFinite(number)) return number;
  if (text === undefined) throw new Refusal('GPX 1.1', `the ${name} is missing`);
  throw new Refusal('GPX 1.1', `the ${name} ${quote(text)} is not a number`);
}
