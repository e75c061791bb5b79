import type { Coordinates, Location } from './location.ts';
import { countCodePoints, decodeText, type ReadBody } from './read-body.ts';
import { because, type Clause, type Explanation, messageOf, quote } from './response.ts';

/** How a body is read; see the options of the same names. */
export interface BodyRules extends ParseRules {
  readonly bodyLimit: number;
}

/** Reads a Location from a body (SPEC 4.5.6), or tells why it is none. */
export function readLocation(body: ReadBody, rules: BodyRules): Location | Refusal {
  try {
    const text = decodeText(body.bytes);
    if (text === undefined) throw new Refusal('D24', 'the body is not UTF-8');
    return parseLocation(parseJson(text, body, rules), rules);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function parseJson(text: string, body: ReadBody, rules: BodyRules): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `not JSON: ${messageOf(error)}`;
    if (body.isWhole && body.bytes === body.received) throw new Refusal('SPEC 4.5.6', reason);
    const member = findOpenMember(text);
    const where = member === undefined ? reason : `cut inside ${quote(member)}`;
    throw new Refusal('SPEC 4.5.4', `${charactersOf(body)}, ${rules.bodyLimit} read, ${where}`);
  }
}

function charactersOf({ received, isWhole }: ReadBody): string {
  return `${isWhole ? '' : 'at least '}${countCodePoints(received)} characters`;
}

/** Why a body is refused. It is thrown where that is found, and is no `Error`: nothing has failed. */
export class Refusal {
  readonly explanation: Explanation;

  constructor(clause: Clause, reason: string) {
    this.explanation = because(clause, reason);
  }
}

/** How strictly a Location is read; see the options of the same names. */
export interface ParseRules {
  readonly strictCoordinates: boolean;
  readonly ignoreUnknownMembers: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a Location from what JSON was parsed to (SPEC section 2).
 *
 * @throws {Refusal} when it has another shape.
 */
export function parseLocation(value: unknown, rules: ParseRules): Location {
  const members = asObject(value, 'the body', ['description', 'coordinates'], rules);
  const coordinates = readCoordinates(own(members, 'coordinates'), rules);
  const description = own(members, 'description') ?? undefined;
  if (description === undefined) return { coordinates };
  if (typeof description !== 'string') throw wrongKind('D27', '"description"', description, 'a string');
  // It has no UTF-8 form (`"\ud800"` in JSON), so no store could give it back.
  if (!description.isWellFormed()) throw new Refusal('D33', 'lone surrogate in "description"');
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
  if (!Number.isFinite(value)) throw new Refusal('D31', `"${name}" is not finite`);
  if (rules.strictCoordinates && Math.abs(value) > range) {
    throw new Refusal('D32', `"${name}" is ${value}, beyond ±${range}`);
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
  if (unknown !== undefined) throw new Refusal('D29', `unknown member ${quote(unknown)}`);
  return value as Members;
}

function wrongKind(clause: Clause, what: string, value: unknown, expected: string): Refusal {
  return new Refusal(
    clause,
    value === undefined ? `${what} is missing` : `${what} is ${kindOf(value)}, not ${expected}`,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** An inherited property is not a member. */
function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * The name of the innermost member whose value JSON text leaves open where it ends, as it is written there. `undefined`
 * when there is none.
 */
export function findOpenMember(text: string): string | undefined {
  /** The member of each open object whose value comes or has begun; of an array, and before a name, there is none. */
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

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
