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
    if (count > 0)
      settings.note(count === 1 ? `1 ${word} is not imported` : `${count} ${word}s are not imported`);
  }
};

function fieldsOf(waypoint: XmlElement): Fields {
  const fields = new Map<FieldName, unknown>();
  for (const child of waypoint.children) {
    if (child.name === 'link') addField(fields, 'link', child.attributes.href);
    else if (child.name === 'extensions')
      for (const extension of child.children) addLeaves(fields, extension);
    else if (child.name === 'desc') addField(fields, 'description', child.text);
    else if (child.name !== 'ele') addLeaves(fields, child);
  }
  dropRepeatedName(fields);
  const { lat, lon } = waypoint.attributes;
  const coordinates = [readDegrees(lon, 'longitude'), readDegrees(lat, 'latitude')];
  const altitude = waypoint.children.find(({ name }) => name === 'ele')?.text;
  if (altitude !== undefined && Number.isFinite(Number(altitude))) coordinates.push(Number(altitude));
  return fields.set('geometry', { type: 'Point', coordinates });
}

function readDegrees(text: string | undefined, name: string): number {
  const number = text?.trim() ? Number(text) : Number.NaN;
  if (Number.isFinite(number)) return number;
  if (text === undefined) throw new Refusal('GPX 1.1', `the ${name} is missing`);
  throw new Refusal('GPX 1.1', `the ${name} ${quote(text)} is not a number`);
}
