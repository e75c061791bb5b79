import type { Box } from '@location-records/core/areas';
import { type Format, formats } from './formats.ts';
import { maxRadius } from './globe.ts';
import { type Parameters, readParameters } from './parameters.ts';
import { parameterFault } from './request-fault.ts';
import { wordsIn } from './words.ts';

/** The parameters of GET, in the order in which links have them. */
export const parameterNames = ['bbox', 'near', 'radius', 'q', 'limit', 'f', 'cursor'] as const;

type QueryParameters = Parameters<(typeof parameterNames)[number]>;

/** The records of some boxes that do not touch each other, one box after the other. */
export interface BoxQuery {
  readonly kind: 'boxes';
  readonly boxes: readonly [Box, ...Box[]];
}

/** The records near a point, the nearest first. */
export interface NearQuery {
  readonly kind: 'near';
  readonly latitude: number;
  readonly longitude: number;
  /** In metres; `undefined` for the nearest ones at any distance. */
  readonly radius: number | undefined;
}

export interface RecordsRequest {
  readonly query: BoxQuery | NearQuery;
  /**
   * The query in one spelling, as parameters of a URL: the same for equal queries, and empty for all records.
   */
  readonly canonical: string;
  /** The words that each record has, folded; `undefined` if the query has none. */
  readonly words: readonly [string, ...string[]] | undefined;
  /** `all` for all records of the query at once. */
  readonly limit: number | 'all' | undefined;
  readonly format: Format | undefined;
  readonly cursor: string | undefined;
}

/** The most records on one page. */
export const maxLimit = 10_000;

const everything: Box = {
  west: -Number.MAX_VALUE,
  south: -Number.MAX_VALUE,
  east: Number.MAX_VALUE,
  north: Number.MAX_VALUE,
};

/**
 * Parses the query of a raw request target.
 *
 * @throws {RequestFault} for the first parameter that cannot be served.
 */
export function parseRecordsRequest(target: string): RecordsRequest {
  const parameters = readParameters(target, parameterNames);
  return {
    ...parseQuery(parameters),
    words: parseWords(parameters),
    limit: parseLimit(parameters.get('limit')),
    format: parseFormat(parameters.get('f')),
    cursor: parameters.get('cursor'),
  };
}

/**
 * Parses the parameters that say which records to find.
 *
 * @throws {RequestFault} for the first one that cannot be served.
 */
export function parseQuery(parameters: QueryParameters): Pick<RecordsRequest, 'query' | 'canonical'> {
  const [bbox, near, radius] = [parameters.get('bbox'), parameters.get('near'), parameters.get('radius')];
  if (bbox !== undefined && near !== undefined) throw parameterFault('near', 'not be used with "bbox"');
  if (near !== undefined) return parseNear(near, radius);
  if (radius !== undefined) throw parameterFault('radius', 'be used with "near"');
  if (bbox !== undefined) return parseBbox(bbox);
  return { query: { kind: 'boxes', boxes: [everything] }, canonical: '' };
}

/** An antimeridian box (RFC 7946 section 5.2) is two plain ones. */
function parseBbox(text: string): Pick<RecordsRequest, 'query' | 'canonical'> {
  const numbers = parseNumbers(text);
  if (numbers?.length !== 4) {
    throw parameterFault('bbox', 'be west,south,east,north: four numbers, such as 2.2,48.8,2.5,48.95');
  }
  const [west, south, east, north] = numbers as [number, number, number, number];
  if (south > north) throw parameterFault('bbox', 'be west,south,east,north, with its south up to its north');
  const canonical = `bbox=${numbers.join()}`;
  if (west <= east) return { query: { kind: 'boxes', boxes: [{ west, south, east, north }] }, canonical };
  if (west > 180 || east < -180) {
    throw parameterFault('bbox', 'have its west up to its east, unless both are from -180 to 180');
  }
  const boxes = [
    { west, south, east: 180, north },
    { west: -180, south, east, north },
  ] as const;
  return { query: { kind: 'boxes', boxes }, canonical };
}

function parseNear(
  text: string,
  radiusText: string | undefined,
): Pick<RecordsRequest, 'query' | 'canonical'> {
  const [latitude = 91, longitude = 181, ...more] = parseNumbers(text) ?? [];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || more.length > 0) {
    const expected = 'a latitude from -90 to 90 and a longitude from -180 to 180, such as 48.86,2.29';
    throw parameterFault('near', `be latitude,longitude: ${expected}`);
  }
  const canonical = `near=${latitude},${longitude}`;
  const query = { kind: 'near', latitude, longitude } as const;
  if (radiusText === undefined) return { query: { ...query, radius: undefined }, canonical };
  const radius = parseNumber(radiusText);
  if (radius === undefined || radius < 0 || radius > maxRadius) {
    throw parameterFault('radius', `be a number of metres from 0 to ${maxRadius}`);
  }
  return { query: { ...query, radius }, canonical: `${canonical}&radius=${radius}` };
}

/** Each of them is looked for in each record. */
const maxWords = 16;

function parseWords(parameters: QueryParameters): RecordsRequest['words'] {
  const text = parameters.get('q');
  if (text === undefined) return undefined;
  for (const name of ['near', 'cursor'] as const) {
    if (parameters.has(name)) throw parameterFault(name, 'not be used with "q"');
  }
  if (parameters.get('limit') === 'all') throw parameterFault('limit', 'be a number when "q" is used');
  const [first, ...others] = wordsIn(text);
  if (first !== undefined && others.length < maxWords) return [first, ...others];
  throw parameterFault('q', `have from 1 to ${maxWords} different words`);
}

function parseLimit(text: string | undefined): RecordsRequest['limit'] {
  if (text === undefined || text === 'all') return text;
  const limit = parseNumber(text);
  if (limit !== undefined && Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return limit;
  throw parameterFault('limit', `be "all" or a whole number from 1 to ${maxLimit}`);
}

function parseFormat(text: string | undefined): Format | undefined {
  if (text === undefined) return undefined;
  const format = formats.find(({ name }) => name === text);
  if (format) return format;
  throw parameterFault('f', `be one of ${formats.map(({ name }) => name).join(', ')}`);
}

/** Parses numbers with commas between them. Returns `undefined` if one is not a number. */
export function parseNumbers(text: string): readonly number[] | undefined {
  const numbers = text.split(',').map(parseNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Parses a finite number of JSON. Adding zero turns `-0` into `0`. */
export function parseNumber(text: string): number | undefined {
  const number = Number(text) + 0;
  return jsonNumber.test(text) && Number.isFinite(number) ? number : undefined;
}
