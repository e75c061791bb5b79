import type { Coordinates, Location } from './location.ts';

/** How strictly a Location is read; see the options of the same names. */
export interface ParseRules {
  readonly strictCoordinates: boolean;
  readonly ignoreUnknownMembers: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads a Location from JSON text (SPEC section 2); `undefined` when it is not JSON or has another shape. */
export function parseLocation(text: string, rules: ParseRules): Location | undefined {
  const value = parseJson(text);
  if (!isObject(value) || !hasOnly(value, ['description', 'coordinates'], rules)) return undefined;
  const coordinates = readCoordinates(own(value, 'coordinates'), rules);
  const description = own(value, 'description') ?? undefined;
  if (coordinates === undefined || !isDescription(description)) return undefined;
  return description === undefined ? { coordinates } : { description, coordinates };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readCoordinates(value: unknown, rules: ParseRules): Coordinates | undefined {
  if (!isObject(value) || !hasOnly(value, ['latitude', 'longitude'], rules)) return undefined;
  const latitude = readDegrees(own(value, 'latitude'), rules.strictCoordinates ? 90 : Number.MAX_VALUE);
  const longitude = readDegrees(own(value, 'longitude'), rules.strictCoordinates ? 180 : Number.MAX_VALUE);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** A number within ±`limit`, with `-0` as `0`. JSON such as `1e999` parses to infinity, which is beyond any. */
function readDegrees(value: unknown, limit: number): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= limit ? value + 0 : undefined;
}

/** A string with a lone surrogate (`"\ud800"` in JSON) has no UTF-8 form, so no store could give it back. */
function isDescription(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value.isWellFormed());
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasOnly(value: Members, names: readonly string[], rules: ParseRules): boolean {
  return rules.ignoreUnknownMembers || Object.keys(value).every((name) => names.includes(name));
}

/** An inherited property is not a member. */
function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
