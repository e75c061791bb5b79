import type { Coordinates, Location } from './location.ts';
import { countCodePoints, decodeText, type ReadBody } from './read-body.ts';
import { because, type Clause, type Explanation, messageOf, quote } from './response.ts';

/** How strictly a body is read; see the options of the same names. */
export interface ParseRules {
  readonly bodyLimit: number;
  readonly strictCoordinates: boolean;
  readonly ignoreUnknownMembers: boolean;
}

/** Why a body does not hold a Location. It is thrown, but is not an `Error`, since the service has not failed. */
export class InvalidBody {
  readonly explanation: Explanation;

  constructor(clause: Clause, reason: string) {
    this.explanation = because(clause, reason);
  }
}

/** Reads a Location from a body (SPEC 4.5.6). */
export function readLocation(body: ReadBody, rules: ParseRules): Location | InvalidBody {
  try {
    const text = decodeText(body.bytes);
    if (text === undefined) throw new InvalidBody('D24', 'the body is not UTF-8');
    return parseLocation(parseJson(text, body, rules), rules);
  } catch (error) {
    if (error instanceof InvalidBody) return error;
    throw error;
  }
}

function parseJson(text: string, body: ReadBody, rules: ParseRules): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `not JSON: ${messageOf(error)}`;
    if (body.isWhole && body.bytes === body.received) throw new InvalidBody('SPEC 4.5.6', reason);
    const member = findOpenMember(text);
    const where = member === undefined ? reason : `cut inside ${quote(member)}`;
    throw new InvalidBody('SPEC 4.5.4', `${charactersOf(body)}, ${rules.bodyLimit} read, ${where}`);
  }
}

function charactersOf({ received, isWhole }: ReadBody): string {
  return `${isWhole ? '' : 'at least '}${countCodePoints(received)} characters`;
}

/**
 * The name, as it is written, of the innermost member whose value is still open where JSON text ends. `undefined` when
 * there is none.
 */
export function findOpenMember(text: string): string | undefined {
  /** For each open object or array: the member whose value comes or has begun. Arrays have none. */
  const open: (string | undefined)[] = [];
  let string = '';
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"': {
        const end = endOfString(text, index);
        string = text.slice(index + 1, end);
        index = end;
        break;
      }
      case ':':
        open.splice(-1, 1, string);
        break;
      case ',':
        open.splice(-1, 1, undefined);
        break;
      case '{':
      case '[':
        open.push(undefined);
        break;
      case '}':
      case ']':
        open.pop();
    }
  }
  return open.findLast((name) => name !== undefined);
}

/** The index of the quote that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

type Members = Readonly<Record<string, unknown>>;

/** @throws {InvalidBody} when parsed JSON does not have the shape of a Location (SPEC section 2). */
function parseLocation(value: unknown, rules: ParseRules): Location {
  const members = asObject(value, 'the body', ['description', 'coordinates'], rules);
  const coordinates = readCoordinates(own(members, 'coordinates'), rules);
  const description = own(members, 'description') ?? undefined;
  if (description === undefined) return { coordinates };
  if (typeof description !== 'string') throw wrongKind('D27', '"description"', description, 'a string');
  // It has no UTF-8 form (`"\ud800"` in JSON), so no store could give it back.
  if (!description.isWellFormed()) throw new InvalidBody('D33', 'lone surrogate in "description"');
  return { description, coordinates };
}

function readCoordinates(value: unknown, rules: ParseRules): Coordinates {
  const members = asObject(value, '"coordinates"', ['latitude', 'longitude'], rules);
  return {
    latitude: readDegrees(members, 'latitude', 90, rules),
    longitude: readDegrees(members, 'longitude', 180, rules),
  };
}

/** A finite number, with `-0` as `0`. */
function readDegrees(members: Members, name: string, range: number, rules: ParseRules): number {
  const value = own(members, name);
  if (typeof value !== 'number') throw wrongKind('SPEC 4.5.6', `"${name}"`, value, 'a number');
  // JSON such as `1e999` parses to infinity.
  if (!Number.isFinite(value)) throw new InvalidBody('D31', `"${name}" is not finite`);
  if (rules.strictCoordinates && Math.abs(value) > range) {
    throw new InvalidBody('D32', `"${name}" is ${value}, beyond ±${range}`);
  }
  return value + 0;
}

function asObject(value: unknown, what: string, names: readonly string[], rules: ParseRules): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongKind('SPEC 4.5.6', what, value, 'an object');
  }
  const unknown = rules.ignoreUnknownMembers
    ? undefined
    : Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new InvalidBody('D29', `unknown member ${quote(unknown)}`);
  return value as Members;
}

function wrongKind(clause: Clause, what: string, value: unknown, expected: string): InvalidBody {
  return new InvalidBody(
    clause,
    value === undefined ? `${what} is missing` : `${what} is ${kindOf(value)}, not ${expected}`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A member's value; an inherited property is not a member. */
function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
