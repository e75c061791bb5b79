import { ContractError, expectEqual } from '../contract-error.ts';
import { bodyText, clauseOfForm, expectDone, expectJson, expectJsonType, report } from './expect.ts';
import { expectNotReplaced, expectProblem, resourceNotFound } from './expect-problem.ts';
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
type Entry = readonly [
  id: string,
  location: {
    readonly description?: string;
    readonly coordinates: { readonly latitude: number; readonly longitude: number };
  },
];

/** Creates a record with a new identifier, and returns the identifier. */
export async function createRecord(service: Service, location = first): Promise<string> {
  const id = service.freshId();
  expectDone(await service.request(send('POST', `/${id}`, location)));
  return id;
}

/** Sends POST with a Location. It must succeed. */
export async function store(service: Service, target: string, location: string): Promise<void> {
  expectDone(await service.request(send('POST', target, location)));
}

/** The record is present, with exactly this content. */
export async function expectRecord(service: Service, target: string, location: string): Promise<void> {
  expectJson(await service.request(ask('GET', target)), 200, location);
}

/** The record is absent. `id` must not need percent-encoding. */
export async function expectAbsent(service: Service, id: string): Promise<void> {
  expectProblem(await service.request(ask('GET', `/${id}`)), 404, resourceNotFound(id));
}

/** Reads the list, which must be well-formed and have every identifier once. */
export async function readList(service: Service, target = '/'): Promise<readonly Entry[]> {
  const response = await service.request(ask('GET', target));
  // A case about another target has the clause of that target.
  if (target !== '/') expectEqual('status', response.status, 200);
  return parseList(response);
}

/** The entries of a Location list, which must be canonical JSON and have every identifier once. */
export function parseList(response: CaseResponse): readonly Entry[] {
  const text = bodyText(response);
  if (response.status !== 200) throw new ContractError('status', 200, response.status, 'SPEC 4.7');
  expectJsonType(response);
  const list = parseJson(text);
  if (!isPairs(list)) throw new ContractError('list', 'an array of pairs', list, 'SPEC 4.7');
  const { size } = new Set(list.map(([id]) => id));
  if (size !== list.length) throw new ContractError('identifiers', list.length, size, 'SPEC 4.7');
  const entries = list.map(([id, location, ...more]) => [id, inOrder(location), ...more] as const);
  const canonical = JSON.stringify(entries);
  if (text !== canonical) report(response, new ContractError('list', canonical, text, 'D35'));
  return entries as readonly unknown[] as readonly Entry[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ContractError('list', 'JSON', text, 'SPEC 4.7');
  }
}

/** The list has a record with exactly this content, or no record with this identifier. */
export function expectListed(service: Service, id: string, location: string | undefined): Promise<void> {
  return expectAllListed(service, [[id, location]]);
}

/**
 * One list has each of these records with exactly its content, or no record with its identifier. `rule` is the clause that
 * requires it; without it, the clause of the case does.
 */
export async function expectAllListed(
  service: Service,
  records: Iterable<readonly [id: string, location: string | undefined]>,
  rule?: string,
): Promise<void> {
  const response = await service.request(ask('GET', '/'));
  const entries = new Map(parseList(response).map((entry) => [entry[0], entry]));
  for (const [id, location] of records) {
    const entry = entries.get(id);
    if (entry) expectEqual('length of an entry', entry.length, 2);
    const text = entry && JSON.stringify(entry[1]);
    if (text === location) continue;
    const clause = (await clauseOfEntry(service, id, location, text)) ?? rule;
    const violation = new ContractError('listed', location, text, clause);
    if (clause === undefined) throw violation;
    report(response, violation);
  }
}

/**
 * The clause that a wrong entry breaks: that of the list where the record alone is right. Otherwise its form decides,
 * or the case that wrote the record.
 */
async function clauseOfEntry(
  service: Service,
  id: string,
  location: string | undefined,
  text: string | undefined,
): Promise<string | undefined> {
  const form = formOf(text, location);
  if (isForm(form)) return form;
  const alone = await service.request(ask('GET', `/${encodeURIComponent(id)}`));
  const body = alone.status === 404 ? undefined : bodyText(alone);
  return body === location || isForm(formOf(body, location)) ? 'SPEC 4.7' : form;
}

function formOf(text: string | undefined, location: string | undefined): string | undefined {
  return text === undefined || location === undefined ? undefined : clauseOfForm(text, location);
}

/** Whether a clause is only about how a Location is written. */
function isForm(clause: string | undefined): boolean {
  return clause === 'D35' || clause === 'D28';
}

/** A Location with its members in canonical order. A value with other members is returned unchanged. */
function inOrder(value: unknown): unknown {
  const { description, coordinates, ...others } = Object(value);
  if (typeof coordinates !== 'object' || coordinates === null) return value;
  const { latitude, longitude, ...more } = coordinates;
  const hasOthers = Object.keys(others).length + Object.keys(more).length > 0;
  return hasOthers ? value : { description, coordinates: { latitude, longitude } };
}

function isPairs(list: unknown): list is readonly (readonly unknown[])[] {
  return Array.isArray(list) && list.every((entry) => Array.isArray(entry));
}

/**
 * A Location whose fields follow from one number, so that a case notices a mixture of two Locations. No coordinate is
 * zero, which other cases test.
 */
export function numbered(number: number, text: string): string {
  const description = `${number}:${text}`;
  return `{"description":"${description}","coordinates":{"latitude":${number + 1},"longitude":${-number - 1}}}`;
}

/** An entry has one of these Locations as a whole: neither a mixture of two, nor the Location of another record. */
export function expectWhole([, location]: Entry, ...wholes: readonly string[]): void {
  const actual = JSON.stringify(location);
  if (wholes.includes(actual)) return;
  const [number] = (location.description ?? String(location.coordinates.latitude - 1)).split(':');
  const meant = wholes.find((whole) => whole.startsWith(`{"description":"${number}:`)) ?? wholes[0];
  throw new ContractError('listed', meant, actual);
}

/** How many requests prepare or remove records at once: as many connections as wait where the queue is the shortest (5). */
const fewAtOnce = 5;

/** Creates `count` records with this text in their descriptions, a few at a time, and returns their identifiers. */
export async function createMany(service: Service, count: number, text: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => service.freshId());
  for (let start = 0; start < count; start += fewAtOnce) {
    const some = ids.slice(start, start + fewAtOnce);
    await Promise.all(some.map((id, index) => store(service, `/${id}`, numbered(start + index, text))));
  }
  return ids;
}

/** Deletes these records, so that the lists of later cases stay short. Other cases judge DELETE. */
export async function deleteMany(service: Service, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += fewAtOnce) {
    const some = ids.slice(start, start + fewAtOnce);
    await Promise.all(some.map((id) => service.request(ask('DELETE', `/${id}`))));
  }
}

/** The list has each of these records, as `createMany` stored them. */
export function expectMany(list: readonly Entry[], ids: readonly string[], text: string): void {
  const byId = new Map(list);
  for (const [index, id] of ids.entries()) {
    expectEqual('entry', JSON.stringify(byId.get(id)), numbered(index, text));
  }
}

/** Every method finds this identifier under this target. All messages and the list have it unchanged. */
export async function expectIdentifier(service: Service, target: string, id: string): Promise<void> {
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
  expectNotReplaced(await service.request(send('PUT', target, first)), id);
  await store(service, target, first);
  await expectRecord(service, target, first);
  expectDone(await service.request(send('PUT', target, second)));
  await expectListed(service, id, second);
  expectDone(await service.request(ask('DELETE', target)));
  expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
}

/** The list has each of these identifiers: the service did not take one for another (D1). */
export async function expectApart(service: Service, ids: readonly string[]): Promise<void> {
  const listed = new Set((await readList(service)).map(([id]) => id));
  const missing = ids.find((id) => !listed.has(id));
  if (missing !== undefined) throw new ContractError('listed', missing, undefined, 'D1');
}

/**
 * None of these identifiers, as targets spell them, finds, changes or removes the record of another. All have the same
 * beginning, which is new.
 */
export async function expectDistinct(service: Service, endings: readonly string[]): Promise<void> {
  const prefix = service.freshId();
  const records = endings.map((ending, index) => {
    const [target, id] = [`/${prefix}${ending}`, `${prefix}${decodeURIComponent(ending)}`] as const;
    return { target, id, location: numbered(index, '') };
  });
  for (const { target, id, location } of records) {
    expectProblem(await service.request(ask('GET', target)), 404, resourceNotFound(id));
    await store(service, target, location);
  }
  for (const { target, location } of records) await expectRecord(service, target, location);
  const listed = new Map<string, string | undefined>(records.map(({ id, location }) => [id, location]));
  await expectAllListed(service, listed);
  for (const index of [-1, 0]) {
    const { target = '', id = '' } = records.at(index) ?? {};
    expectDone(await service.request(ask('DELETE', target)));
    await expectAllListed(service, listed.set(id, undefined), 'SPEC 3');
  }
  await deleteMany(
    service,
    records.slice(1, -1).map(({ target }) => target.slice(1)),
  );
}
