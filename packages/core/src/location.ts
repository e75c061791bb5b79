import { decodeText, type ReadBody } from './body.ts';
import { InvalidArgumentError } from './errors.ts';
import { because, type Clause, type Explanation, messageOf, quote } from './responses.ts';

/**
 * A point on the Earth in decimal degrees (SPEC section 2, Coordinates). Both numbers are finite; the ranges
 * ±90 and ±180 apply only with the option `strictCoordinates`.
 */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The content of a record (SPEC section 2, Location). Without a description, the member is missing. */
export interface Location {
  readonly description?: string | undefined;
  readonly coordinates: Coordinates;
}

/** One entry of the Location list (SPEC section 2): the identifier, then the Location. */
export type LocationRecord = readonly [id: string, location: Location];

/**
 * Refuses anything but a non-empty well-formed string as an identifier. Every method of a store that takes an
 * identifier calls it, so that all stores refuse the same values with the same error.
 *
 * @throws {InvalidArgumentError} about the argument `id`.
 */
export function checkIdentifier(id: string): void {
  if (!isText(id) || id === '') throw new InvalidArgumentError('id', 'a non-empty well-formed string');
}

/**
 * Refuses a Location whose description is neither a well-formed string nor `undefined`, or whose coordinates
 * are not finite numbers. Every method of a store that takes a Location calls it, after `checkIdentifier`.
 * Other members are ignored.
 *
 * @throws {InvalidArgumentError} about the first wrong value among `location.description`,
 * `location.coordinates.latitude` and `location.coordinates.longitude`.
 */
export function checkLocation(location: Location): void {
  // Callers without types may leave out anything.
  const description = location?.description;
  const coordinates = location?.coordinates;
  if (description !== undefined && !isText(description)) {
    throw new InvalidArgumentError('location.description', 'a well-formed string or undefined');
  }
  if (!Number.isFinite(coordinates?.latitude)) {
    throw new InvalidArgumentError('location.coordinates.latitude', 'a finite number');
  }
  if (!Number.isFinite(coordinates?.longitude)) {
    throw new InvalidArgumentError('location.coordinates.longitude', 'a finite number');
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed();
}

/**
 * Compares two identifiers by their UTF-8 bytes, for `Array.sort`: the order `id-bytes` of `StoreGuarantees`.
 * Negative if `a` comes first, positive if `b` does, 0 if they are equal.
 *
 * @throws {InvalidArgumentError} about `a` or `b`, if it is not a string.
 */
export function compareIdentifiers(a: string, b: string): number {
  if (typeof a !== 'string') throw new InvalidArgumentError('a', 'a string');
  if (typeof b !== 'string') throw new InvalidArgumentError('b', 'a string');
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

/**
 * UTF-16 sorts surrogates, the halves of the highest code points, before U+E000 to U+FFFF; UTF-8 does not.
 */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/**
 * Copies a Location so that `JSON.stringify` writes canonical JSON (D35). An absent description is omitted
 * or, with `nullDescription`, `null` (D28).
 */
export function canonicalLocation({ description, coordinates }: Location, nullDescription: boolean) {
  const { latitude, longitude } = coordinates;
  return {
    description: description === undefined && nullDescription ? null : description,
    coordinates: { latitude, longitude },
  };
}

/** Formats one Location as canonical JSON (D35), faster than `JSON.stringify`. */
export function formatLocation({ description, coordinates }: Location, nullDescription: boolean): string {
  const absent = nullDescription ? '"description":null,' : '';
  const start = description === undefined ? absent : `"description":${JSON.stringify(description)},`;
  return `{${start}"coordinates":{"latitude":${coordinates.latitude},"longitude":${coordinates.longitude}}}`;
}

/** How strictly a body is parsed; see the options of the same names. */
export interface ParseRules {
  readonly bodyLimit: number;
  readonly strictCoordinates: boolean;
  readonly ignoreUnknownMembers: boolean;
}

/** Why a body is not a Location. It is thrown, but is not an `Error`: the service has not failed. */
export class InvalidBody {
  readonly explanation: Explanation;

  constructor(clause: Clause, reason: string) {
    this.explanation = because(clause, reason);
  }
}

/** Parses a body as a Location (SPEC 4.5.6), or returns why it is not one. */
export function parseLocation(body: ReadBody, rules: ParseRules): Location | InvalidBody {
  try {
    return toLocation(parseJson(body, rules), rules);
  } catch (error) {
    if (error instanceof InvalidBody) return error;
    throw error;
  }
}

function parseJson({ bytes, isLimited }: ReadBody, { bodyLimit }: ParseRules): unknown {
  const text = decodeText(bytes);
  if (text === undefined) throw new InvalidBody('D24', 'the body is not UTF-8');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isLimited) throw new InvalidBody('SPEC 4.5.4', `not JSON, cut at ${bodyLimit} characters`);
    throw new InvalidBody('SPEC 4.5.6', `not JSON: ${messageOf(error)}`);
  }
}

type Members = Readonly<Record<string, unknown>>;

function toLocation(value: unknown, rules: ParseRules): Location {
  const members = toMembers(value, 'the body', ['description', 'coordinates'], rules);
  const coordinates = toCoordinates(own(members, 'coordinates'), rules);
  const description = own(members, 'description') ?? undefined;
  if (description === undefined) return { coordinates };
  if (typeof description !== 'string') throw wrongKind('D27', '"description"', description, 'a string');
  // It has no UTF-8 form (`"\ud800"` in JSON), so no store could return it.
  if (!description.isWellFormed()) throw new InvalidBody('D33', 'lone surrogate in "description"');
  return { description, coordinates };
}

function toCoordinates(value: unknown, rules: ParseRules): Coordinates {
  const members = toMembers(value, '"coordinates"', ['latitude', 'longitude'], rules);
  return {
    latitude: toDegrees(members, 'latitude', 90, rules),
    longitude: toDegrees(members, 'longitude', 180, rules),
  };
}

function toDegrees(members: Members, name: string, range: number, rules: ParseRules): number {
  const value = own(members, name);
  if (typeof value !== 'number') throw wrongKind('SPEC 4.5.6', `"${name}"`, value, 'a number');
  // JSON such as `1e999` parses to infinity.
  if (!Number.isFinite(value)) throw new InvalidBody('D31', `"${name}" is not finite`);
  if (rules.strictCoordinates && Math.abs(value) > range) {
    throw new InvalidBody('D32', `"${name}" is ${value}, beyond ±${range}`);
  }
  return value;
}

function toMembers(value: unknown, what: string, names: readonly string[], rules: ParseRules): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongKind('SPEC 4.5.6', what, value, 'an object');
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined && !rules.ignoreUnknownMembers) {
    throw new InvalidBody('D29', `unknown member ${quote(unknown)}`);
  }
  return value as Members;
}

/** Returns the value of a member; an inherited property is not a member (D34). */
function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function wrongKind(clause: Clause, what: string, value: unknown, expected: string): InvalidBody {
  const problem = value === undefined ? 'is missing' : `is ${kindOf(value)}, not ${expected}`;
  return new InvalidBody(clause, `${what} ${problem}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
