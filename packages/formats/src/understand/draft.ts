import { FormatError } from '../formats.ts';
import type { InspectSettings } from '../inspect-options.ts';
import { quote, shortened } from '../parsed-entry.ts';
import type { FieldName, ReferenceSystem, Row } from '../rows/row.ts';
import {
  type CoordinateChoice,
  type CoordinateFields,
  chooseCoordinates,
  completeFields,
  fieldsOfCoordinates,
  isInRange,
  type RawPoint,
  readPoint,
  scaled,
} from './choose-coordinates.ts';
import { chooseName, descriptionCandidates } from './choose-description.ts';
import { identifierRules } from './choose-identifier.ts';
import { allFieldsOf } from './coordinate-parts.ts';
import { descriptionRule, fieldsOfTemplate } from './description.ts';
import type { IdentifierRule } from './identifiers.ts';
import { fieldNames } from './names.ts';
import type { Plan } from './plan.ts';

/** What the sample of a file suggests. Only the whole file tells which identifiers are unique. */
export interface Draft {
  /** With the first of the rules. */
  readonly plan: Plan;
  /** The fields that may hold the coordinates, best first. */
  readonly coordinates: readonly CoordinateChoice[];
  /** The rules that may give the identifiers, best first. The last one always works, unless the user chose. */
  readonly rules: readonly IdentifierRule[];
  /** The templates that may give the description, best first. */
  readonly descriptions: readonly string[];
  /** What the coordinates are converted from, in words. */
  readonly conversion: string | undefined;
}

/**
 * Chooses by a sample of a file; `undefined` if no field has coordinates.
 *
 * @param system that of the geometries of the file.
 * @param path the file, for a command that converts it.
 * @throws {FormatError} `FORMAT_INVALID` if an option names a field that the file does not have.
 */
export async function draftPlan(
  sample: readonly Row[],
  settings: InspectSettings,
  system: ReferenceSystem | undefined,
  path: string | undefined,
): Promise<Draft | undefined> {
  const names = fieldNames(sample);
  const convert = await loadConversion(settings, system, path);
  const coordinates = coordinatesOf(sample, names, settings, convert);
  const [best] = coordinates;
  if (best === undefined) return undefined;
  const substitutes = isChosen(settings) ? [] : substitutesOf(coordinates, sample);
  const used = [best.fields, ...substitutes].flatMap(fieldsOfCoordinates);
  const isExact = isOwn(names);
  const descriptions = descriptionsOf(sample, names, used, settings);
  const placed = sample.filter(({ fields }) => readPoint(best.fields, fields));
  const rules = rulesOf(placed, names, used, settings);
  const [template] = descriptions;
  const plan: Plan = {
    coordinates: best.fields,
    substitutes,
    toDegrees: (point, fields) => convert.project(convert.turn(point), fields),
    identifier: rules[0] as IdentifierRule,
    description: template === undefined ? () => undefined : descriptionRule(template, isExact),
    isExact,
    strictCoordinates: settings.strictCoordinates,
  };
  const isProjected = settings.crs !== undefined || isGeometry(best.fields);
  return { plan, coordinates, rules, descriptions, conversion: isProjected ? convert.words : undefined };
}

/** How numbers of the file become degrees: first the scale and the order, then the reference system. */
interface Conversion {
  readonly turn: (point: RawPoint) => RawPoint;
  readonly project: (point: RawPoint, fields: CoordinateFields) => RawPoint;
  /** The name of the reference system, and how exact the conversion is. */
  readonly words?: string | undefined;
}

async function loadConversion(
  { crs, swap, scale }: InspectSettings,
  found: ReferenceSystem | undefined,
  path: string | undefined,
): Promise<Conversion> {
  const turn = (point: RawPoint): RawPoint => {
    const [north, east] = [scaled(point.latitude, scale), scaled(point.longitude, scale)];
    return { ...point, latitude: swap ? east : north, longitude: swap ? north : east };
  };
  const system = crs === undefined ? found : { name: crs };
  if (system === undefined) return { turn, project: (point) => point };
  const { loadProjection } = await import('./projection.ts');
  const toDegrees = await loadProjection(system, crs === undefined ? path : undefined);
  const project = (point: RawPoint, fields: CoordinateFields): RawPoint => {
    // A file names the system of its geometries, and an option that of any fields.
    if (crs === undefined && !isGeometry(fields)) return point;
    return { ...point, ...toDegrees(point.longitude, point.latitude) };
  };
  const { converts, accuracy } = toDegrees;
  const within = accuracy > 0 ? `, to within ${accuracy} m` : '';
  return { turn, project, words: converts ? `${shortened(system.name)}${within}` : undefined };
}

function isGeometry(fields: CoordinateFields): boolean {
  return fields.kind === 'one' && fields.name === 'geometry';
}

function coordinatesOf(
  sample: readonly Row[],
  names: readonly FieldName[],
  { latitude, longitude, coordinates, crs }: InspectSettings,
  { turn, project }: Conversion,
): readonly CoordinateChoice[] {
  if (names.length === 0) return [];
  if (latitude !== undefined && longitude !== undefined) {
    checkFields([latitude, longitude], names);
    const fields = completeFields(latitude, longitude, allFieldsOf(names, sample));
    if (fields === undefined) {
      throw invalid(`Only one of ${quote(latitude)} and ${quote(longitude)} has minutes beside it.`);
    }
    return [{ fields, share: 1, inRange: 1, isPlain: false }];
  }
  const found = chooseCoordinates(sample, (point, fields) => {
    const turned = turn(point);
    // Nobody names the reference system of degrees.
    const isPlain = crs === undefined || !isInRange(turned);
    return isPlain && isInRange(project(turned, fields));
  });
  if (coordinates === undefined) return found;
  checkFields([coordinates], names);
  const fitting = found.filter(({ fields }) => fields.kind === 'one' && fields.name === coordinates);
  if (fitting.length === 0) throw invalid(`The field ${quote(coordinates)} has no points.`);
  return fitting;
}

function isChosen({ latitude, coordinates }: InspectSettings): boolean {
  return latitude !== undefined || coordinates !== undefined;
}

/** Finds other fields with coordinates of the records that have none in the best ones. */
function substitutesOf([best, ...others]: readonly CoordinateChoice[], sample: readonly Row[]) {
  const without = sample.filter(({ fields }) => best && !readPoint(best.fields, fields));
  return others
    .filter(({ fields, isPlain, inRange }) => isPlain && fields.kind === 'two' && inRange === 1)
    .map(({ fields }) => fields)
    .filter((fields) => without.some((row) => readPoint(fields, row.fields)));
}

function descriptionsOf(
  sample: readonly Row[],
  names: readonly FieldName[],
  used: readonly FieldName[],
  { description }: InspectSettings,
): readonly string[] {
  if (description === '') return [];
  if (description === undefined && isOwn(names)) return names.includes('description') ? ['description'] : [];
  const found = descriptionCandidates(sample, used);
  if (description === undefined) return found;
  checkFields(fieldsOfTemplate(description), names);
  return [description, ...found.filter((name) => name !== description)];
}

function rulesOf(
  sample: readonly Row[],
  names: readonly FieldName[],
  used: readonly FieldName[],
  { id }: InspectSettings,
): readonly IdentifierRule[] {
  const name = chooseName(sample, used);
  if (id === undefined) {
    const own = isOwn(names) ? ['id', '@key'].find((each) => names.includes(each)) : undefined;
    return own === undefined ? identifierRules(sample, name, used) : [{ kind: 'fields', names: [own] }];
  }
  if (names.includes(id)) return [{ kind: 'fields', names: [id] }];
  if (id === 'hash' || id === 'row') return [{ kind: id }];
  if (id === 'slug') {
    if (name === undefined) throw invalid(`No field has a name to make identifiers of. ${listOf(names)}`);
    return [{ kind: 'slug', name }];
  }
  const parts = id.split('+');
  checkFields(parts, names);
  return [{ kind: 'fields', names: parts }];
}

const ownFields: ReadonlySet<FieldName> = new Set([
  ...['id', '@key', 'description', 'latitude', 'longitude', 'geometry'],
  ...['coordinates.latitude', 'coordinates.longitude'],
  // The numbers of the rows of a GeoPackage.
  'fid',
]);

/** Whether a file has the fields of this service, and no others. */
function isOwn(names: readonly FieldName[]): boolean {
  return names.every((name) => ownFields.has(name)) && names.some((name) => name === 'id' || name === '@key');
}

/** @throws {FormatError} if a field is missing. An empty file has none. */
function checkFields(wanted: readonly FieldName[], names: readonly FieldName[]): void {
  const missing = wanted.find((name) => !names.includes(name));
  if (missing === undefined || names.length === 0) return;
  throw invalid(`The file has no field ${quote(missing)}. ${listOf(names)}`);
}

/** Names the fields of a file in a sentence. */
export function listOf(names: readonly FieldName[]): string {
  const [shown, more] = [names.slice(0, 30).map(quote).join(', '), names.length - 30];
  return `Its fields are ${shown}${more > 0 ? `, and ${more} more` : ''}.`;
}

function invalid(message: string): FormatError {
  return new FormatError('FORMAT_INVALID', message);
}
