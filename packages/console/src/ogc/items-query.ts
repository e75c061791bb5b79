import { readParameters } from '../records/parameters.ts';
import { maxLimit, parseNumber, parseNumbers, parseQuery, type RecordsRequest } from '../records/query.ts';
import { defaultLimit } from '../records/records.ts';
import { parameterFault } from '../records/request-fault.ts';

/** Which items a client asks for. */
export interface ItemsQuery extends Pick<RecordsRequest, 'query' | 'canonical' | 'cursor'> {
  readonly limit: number;
}

/**
 * Parses the query of a raw request target for the items of the collection (OGC 17-069r4 section 7.15).
 *
 * @throws {RequestFault} for the first parameter that cannot be served.
 */
export function parseItemsQuery(target: string): ItemsQuery {
  const parameters = readParameters(target, ['bbox', 'datetime', 'limit', 'f', 'cursor']);
  checkFormat(parameters.get('f'));
  checkDatetime(parameters.get('datetime'));
  const bbox = parameters.get('bbox');
  return {
    ...parseQuery(new Map(bbox === undefined ? [] : [['bbox', flat(bbox)]])),
    limit: parseLimit(parameters.get('limit')),
    cursor: parameters.get('cursor'),
  };
}

/**
 * Checks the query of a resource that only takes the format.
 *
 * @throws {RequestFault} for any other parameter.
 */
export function checkPlainQuery(target: string): void {
  checkFormat(readParameters(target, ['f']).get('f'));
}

/** Some clients name the format that they ask for. */
function checkFormat(format: string | undefined): void {
  if (format !== undefined && format !== 'json') throw parameterFault('f', 'be json');
}

/** Leaves out heights: records have none, so each box reaches them. */
function flat(bbox: string): string {
  const numbers = parseNumbers(bbox);
  if (numbers?.length !== 6) return bbox;
  const [west, south, , east, north] = numbers;
  return [west, south, east, north].join();
}

/** More than the maximum is the maximum. */
function parseLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit;
  const limit = parseNumber(text);
  if (limit !== undefined && Number.isInteger(limit) && limit >= 1) return Math.min(limit, maxLimit);
  throw parameterFault('limit', 'be a whole number from 1');
}

/** RFC 3339 section 5.6. */
const date = String.raw`\d{4}-\d\d-\d\d`;
const dateTime = String.raw`${date}(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?`;
const open = String.raw`(?:\.\.)?`;
const instantOrInterval = new RegExp(
  `^(?:${dateTime}|${dateTime}/(?:${dateTime}|${open})|${open}/${dateTime})$`,
  'i',
);

/** Records have no time, so every one matches (requirement `/req/core/fc-time-response`). */
function checkDatetime(text: string | undefined): void {
  // A plus in a query is a space, which some clients forget.
  if (text === undefined || instantOrInterval.test(text.replaceAll(' ', '+'))) return;
  throw parameterFault('datetime', 'be a time, such as 2018-02-12T23:20:50Z, or two with "/" between them');
}
