import { ContractError } from '../contract-error.ts';
import { expectEqual } from '../expect-equal.ts';
import { bodyText, expectDone, expectJson, expectJsonType } from './expect.ts';
import { expectProblem } from './expect-problem.ts';
import { listEntries } from './list-entries.ts';
import { isAside } from './matters.ts';
import { resourceNotFound } from './messages.ts';
import { ask, send } from './requests.ts';
import type { CaseResponse, Service } from './service.ts';

/** A Location in canonical JSON. */
export const first = '{"description":"first","coordinates":{"latitude":1.5,"longitude":-2.25}}';
/** Another, which differs in every field. */
export const second = '{"description":"second","coordinates":{"latitude":-30,"longitude":40.125}}';
/** The one member that a Location needs. */
export const somewhere = '"coordinates":{"latitude":5,"longitude":6}';
/** A Location without a description. */
export const bare = `{${somewhere}}`;

/** An entry of the list: the identifier, then the Location. */
export type Entry = readonly [
  id: string,
  location: {
    readonly description?: string;
    readonly coordinates: { readonly latitude: number; readonly longitude: number };
  },
];

/** Creates a record of the case's own, and gives its identifier. */
export async function createRecord(service: Service, location = first): Promise<string> {
  const id = service.freshId();
  await store(service, `/${id}`, location);
  return id;
}

/** POSTs a Location, which must succeed. */
export async function store(service: Service, target: string, location: string): Promise<void> {
  expectDone(await service.request(send('POST', target, location)));
}

/** The record is there, with exactly this content. */
export async function expectRecord(service: Service, target: string, location: string): Promise<void> {
  expectJson(await service.request(ask('GET', target)), 200, location);
}

/** There is no record under this identifier, which needs no encoding. */
export async function expectAbsent(service: Service, id: string): Promise<void> {
  expectProblem(await service.request(ask('GET', `/${id}`)), 404, resourceNotFound(id));
}

/** All records, from a list that is well-formed and has every identifier once. */
export async function readList(service: Service, target = '/'): Promise<readonly Entry[]> {
  return parseList(await service.request(ask('GET', target)));
}

/** The entries of a Location list, which must be canonical JSON and have every identifier once. */
export function parseList(response: CaseResponse): readonly Entry[] {
  const text = bodyText(response);
  expectEqual('status', response.status, 200);
  expectJsonType(response);
  const list = parseJson(text);
  const entries = listEntries(response, list);
  const isOdd = isAside(response, 'list-form') && !Array.isArray(list);
  if (!isOdd && !isAside(response, 'json-form')) expectEqual('list', text, JSON.stringify(list));
  expectEqual('identifiers', new Set(entries.map(([id]) => id)).size, entries.length);
  return entries as readonly Entry[];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ContractError('list', 'JSON', text);
  }
}

/** The content of one record in the list, as JSON text; `undefined` when it is not listed. */
export async function listed(service: Service, id: string): Promise<string | undefined> {
  const entry = (await readList(service)).find((candidate) => candidate[0] === id);
  if (entry) expectEqual('length of an entry', entry.length, 2);
  return entry && JSON.stringify(entry[1]);
}
