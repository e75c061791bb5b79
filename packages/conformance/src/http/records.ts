import { ContractError, expectEqual } from '../contract-error.ts';
import { parseJson } from '../response-values.ts';
import { bodyText, expectLocation, expectSuccess, isSameLocation } from './expect.ts';
import { ask, send } from './requests.ts';
import type { CaseResponse, Service } from './service.ts';

/** A Location in canonical JSON. */
export const first = '{"description":"first","coordinates":{"latitude":1.5,"longitude":-2.25}}';
/** Another Location, with other values in every field. */
export const second = '{"description":"second","coordinates":{"latitude":-30,"longitude":40.125}}';
/** The one required member of a Location. */
export const somewhere = '"coordinates":{"latitude":5,"longitude":6}';
/** A Location without a description. */
export const bare = `{${somewhere}}`;

/** An entry of the list: the identifier, then the Location. */
export type Entry = readonly [
  id: string,
  location: {
    readonly description?: string | null;
    readonly coordinates: { readonly latitude: number; readonly longitude: number };
  },
];

/** Creates a record with a new identifier, and returns the identifier. */
export async function createRecord(service: Service, location = first): Promise<string> {
  const id = service.freshId();
  await store(service, `/${id}`, location);
  return id;
}

/** Sends POST with a Location. It must succeed. */
export async function store(service: Service, target: string, location: string): Promise<void> {
  expectSuccess(await service.request(send('POST', target, location)));
}

/** Expects the record to be present with this content. */
export async function expectRecord(service: Service, target: string, location: string): Promise<void> {
  expectLocation(await service.request(ask('GET', target)), location);
}

/** Expects the record to be absent. */
export async function expectAbsent(service: Service, target: string): Promise<void> {
  expectEqual('status', (await service.request(ask('GET', target))).status, 404);
}

/** Reads the list, which must be an array of pairs and have every identifier once. */
export async function readList(service: Service, target = '/'): Promise<readonly Entry[]> {
  return parseList(await service.request(ask('GET', target)));
}

/**
 * Returns the entries of a Location list, which must be an array of pairs and have every identifier once
 * (SPEC 4.7).
 */
export function parseList(response: CaseResponse): readonly Entry[] {
  expectEqual('status', response.status, 200);
  const text = bodyText(response);
  const list = parseJson(text);
  if (!Array.isArray(list) || !list.every(isPair)) throw new ContractError('list', 'an array of pairs', text);
  const seen = new Set<string>();
  for (const [id] of list) {
    if (seen.has(id)) throw new ContractError(`listed as "${id}"`, 'once', 'twice');
    seen.add(id);
  }
  return list;
}

function isPair(entry: unknown): entry is Entry {
  return Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
}

/** Expects the list to have a record with this content, or no record with this identifier. */
export async function expectListed(
  service: Service,
  id: string,
  location: string | undefined,
): Promise<void> {
  await expectAllListed(service, [[id, location]]);
}

/** Expects one list to have each of these records, or no record with the identifier. */
export async function expectAllListed(
  service: Service,
  records: Iterable<readonly [id: string, location: string | undefined]>,
): Promise<void> {
  const listed = new Map(await readList(service));
  for (const [id, location] of records) expectEntry([id, listed.get(id)], location);
}

function expectEntry([id, actual]: readonly [string, unknown], location: string | undefined): void {
  const expected = location === undefined ? undefined : JSON.parse(location);
  if (!isSameLocation(actual, expected)) throw new ContractError(`listed as "${id}"`, expected, actual);
}

/** Returns a Location whose fields all follow from one number, so that a mixture of two is noticed. */
export function numbered(number: number, text = ''): string {
  const description = `${number}:${text}`;
  return `{"description":"${description}","coordinates":{"latitude":${number + 1},"longitude":${-number - 1}}}`;
}

/** Expects an entry to have one of these Locations as a whole. */
export function expectWhole([id, location]: Entry, ...wholes: readonly string[]): void {
  if (wholes.some((whole) => isSameLocation(location, JSON.parse(whole)))) return;
  throw new ContractError(`listed as "${id}"`, `one of ${wholes.join(' and ')}`, location);
}

/**
 * How many requests prepare or remove records at once: as many as even a short queue of connections holds.
 */
const fewAtOnce = 5;

/** Creates `count` numbered records with this text, a few at a time, and returns their identifiers. */
export async function createMany(service: Service, count: number, text: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => service.freshId());
  for (let start = 0; start < count; start += fewAtOnce) {
    const some = ids.slice(start, start + fewAtOnce);
    await Promise.all(some.map((id, index) => store(service, `/${id}`, numbered(start + index, text))));
  }
  return ids;
}

/** Deletes these records, so that the lists of later cases stay short. */
export async function deleteMany(service: Service, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += fewAtOnce) {
    const some = ids.slice(start, start + fewAtOnce);
    await Promise.all(some.map((id) => service.request(ask('DELETE', `/${id}`))));
  }
}

/** Expects the list to have each of these records as `createMany` stored it. */
export function expectMany(list: readonly Entry[], ids: readonly string[], text: string): void {
  const listed = new Map(list);
  for (const [index, id] of ids.entries()) expectEntry([id, listed.get(id)], numbered(index, text));
}
