import { quote, Refusal } from '../parsed-entry.ts';
import type { FieldName, Fields, RowBatches, RowReader, RowSettings, RowSource } from './row.ts';
import {
  addField,
  addLeaves,
  childOf,
  dropRepeatedName,
  readXmlRows,
  type XmlElement,
  type XmlFormat,
} from './xml-rows.ts';

/** Reads the Placemarks of KML (OGC 12-007r2), in folders of any depth. */
export const readKmlRows: RowReader = (source, settings) => readKmlDocuments([source], settings);

/** Reads the Placemarks of documents that may link to each other. */
export async function* readKmlDocuments(documents: readonly RowSource[], settings: RowSettings): RowBatches {
  const found = new FoundInKml();
  let index = 0;
  for (const document of documents) {
    for await (const batch of readXmlRows(document, settings, found)) {
      yield batch.map((entry) => ({ ...entry, index: ++index }));
    }
  }
  found.tell(settings.note, index, documents);
  return undefined;
}

/** The elements of a Placemark with a text, and the names of their fields. */
const textFields: ReadonlyMap<string, FieldName> = new Map([
  ['name', 'name'],
  ['description', 'description'],
  ['address', 'address'],
  ['phoneNumber', 'phoneNumber'],
  ['Snippet', 'snippet'],
]);

/** What is found in a document. */
class FoundInKml implements XmlFormat {
  readonly title = 'KML';
  readonly roots = ['kml', 'Document', 'Folder', 'Placemark'];
  readonly wholes = ['Placemark', 'NetworkLink'];
  readonly counts = new Map([
    ['GroundOverlay', 0],
    ['ScreenOverlay', 0],
    ['PhotoOverlay', 0],
  ]);
  readonly #links: string[] = [];
  #pointsOfMany = 0;

  fieldsOf(element: XmlElement, parents: readonly XmlElement[]): Fields | undefined {
    if (element.name === 'NetworkLink') {
      const link = childOf(element, 'Link') ?? childOf(element, 'Url');
      this.#links.push(childOf(link, 'href')?.text ?? '');
      return undefined;
    }
    const fields = new Map<FieldName, unknown>();
    for (const child of element.children) addFields(fields, child);
    addField(fields, fields.has('id') ? '@id' : 'id', element.attributes.id);
    dropRepeatedName(fields);
    moveTable(fields);
    const folders = parents.filter(({ name }) => name === 'Folder');
    const path = folders.flatMap((folder) => childOf(folder, 'name')?.text ?? []).join('/');
    if (path !== '') addField(fields, 'folder', path);
    addField(fields, 'geometry', this.#geometryOf(element.children));
    return fields;
  }

  /** Tells what is not imported. */
  tell(note: RowSettings['note'], rows: number, documents: readonly RowSource[]): void {
    const isRead = (link: string) => documents.some(({ name }) => name?.endsWith(link.replace(/^\.\//, '')));
    const link = this.#links.find((each) => !isRead(each));
    if (rows === 0 && link !== undefined)
      note(`the file has no placemarks, and only links to ${quote(link)}: download that`);
    else if (rows === 0) note('the file has no placemarks');
    else if (link !== undefined) note(`other files that it links to are not read, such as ${quote(link)}`);
    const overlays = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    if (overlays > 0) note(`${overlays} ${overlays === 1 ? 'overlay is' : 'overlays are'} not imported`);
    const points = this.#pointsOfMany;
    if (points === 0) return;
    const which = points === 1 ? 'point of 1 placemark' : `points of ${points} placemarks`;
    note(`lines and areas beside the ${which} are left out`);
  }

  #geometryOf(elements: readonly XmlElement[]): object | undefined {
    const all = elements.flatMap(leavesOf);
    const points = all.filter(({ name }) => name === 'Point');
    const [point, second] = points;
    if (point && !second) {
      if (all.length > 1) this.#pointsOfMany++;
      return pointOf(point);
    }
    const [first, ...others] = all;
    if (!first) return undefined;
    const collection = points.length === all.length ? 'MultiPoint' : 'GeometryCollection';
    return { type: others.length === 0 ? first.name : collection, coordinates: [] };
  }
}

const geometries = ['Point', 'LineString', 'LinearRing', 'Polygon', 'Model', 'Track', 'MultiTrack'];

/** Returns an element if it is a geometry, or the geometries in it if it is a MultiGeometry. */
function leavesOf(element: XmlElement): readonly XmlElement[] {
  if (element.name === 'MultiGeometry') return element.children.flatMap(leavesOf);
  return geometries.includes(element.name) ? [element] : [];
}

/** Adds the fields of an element of a Placemark. */
function addFields(fields: Map<FieldName, unknown>, element: XmlElement): void {
  const field = textFields.get(element.name);
  if (field !== undefined) addField(fields, field, element.text);
  if (element.name === 'link') addField(fields, 'link', element.attributes.href ?? element.text);
  if (element.name === 'TimeStamp' || element.name === 'TimeSpan') {
    for (const { name, text } of element.children) addField(fields, name, text);
  }
  if (element.name === 'ExtendedData') {
    for (const child of element.children) addData(fields, child);
  }
}

/** Matches a page of HTML, or a table. */
const tableOfHtml = /^\s*(?:<!doctype html|<html|(?:<(?:body|center|div|p|b|h\d)[^>]*>\s*)*<table)/i;

/** Calls a description `balloon` if it is a table of all data, as ArcGIS writes it, and the name says more. */
function moveTable(fields: Map<FieldName, unknown>): void {
  const [name, description] = [fields.get('name'), fields.get('description')];
  if (name === undefined || typeof description !== 'string' || !tableOfHtml.test(description)) return;
  fields.delete('description');
  addField(fields, 'balloon', description);
}

/** Adds a value of ExtendedData: typed by a Schema, untyped, or of another namespace. */
function addData(fields: Map<FieldName, unknown>, element: XmlElement): void {
  if (element.name === 'SchemaData') {
    for (const child of element.children) addData(fields, child);
    return;
  }
  const { name = element.name } = element.attributes;
  // An element of the Placemark may be called so.
  const field = fields.has(name) ? `ExtendedData.${name}` : name;
  if (element.name === 'Data') addField(fields, field, childOf(element, 'value')?.text);
  else addLeaves(fields, element, field);
}

/** Reads a Point. Programs write an altitude of 0 if they know none, and white space around the commas. */
function pointOf(point: XmlElement): object | undefined {
  const text = childOf(point, 'coordinates')?.text;
  if (text === undefined) return undefined;
  const positions = text
    .split(',')
    .map((part) => part.trim())
    .join(',')
    .split(/\s+/);
  if (positions.length > 1) {
    throw new Refusal('OGC 12-007r2', `the Point has ${positions.length} positions: ${quote(text)}`);
  }
  const numbers = text
    .replace(/,\s*$/, '')
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length < 2 || numbers.length > 3 || !numbers.every(Number.isFinite)) {
    throw new Refusal(
      'OGC 12-007r2',
      `the coordinates ${quote(text)} are not numbers`,
      'write longitude,latitude with points in the numbers',
    );
  }
  const [longitude, latitude, altitude] = numbers;
  return { type: 'Point', coordinates: altitude ? numbers : [longitude, latitude] };
}
