import { refuseContentType } from './content-type.ts';
import type { Location } from './location.ts';
import type { Settings } from './options.ts';
import { problems } from './problems.ts';
import { readBody } from './read-body.ts';
import { readLocation } from './read-location.ts';
import { Refusal } from './refusal.ts';
import { fieldLines, type LocationRequest } from './request.ts';
import type { LocationResponse } from './response.ts';
import { leavingRest, replaced, stored } from './responses.ts';
import type { Route } from './route.ts';

/** POST and PUT: the checks of SPEC 4.5, in its order; the first that fails answers. */
export async function write(
  route: Exclude<Route, { kind: 'unknown' }>,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const { store, bodyLimit } = settings;
  const wrongType = refuseContentType(fieldLines(request.headers, 'content-type'));
  if (wrongType) return problems.contentTypeWrong(wrongType); // 4.5.1
  if (route.kind === 'collection') return problems.identifierMissing(); // 4.5.2
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  const body = await readBody(request, bodyLimit); // 4.5.4
  if (body.bytes.length === 0) return problems.bodyMissing(); // 4.5.3
  const location = readLocation(body, settings);
  if (request.method === 'PUT') {
    const present = await replaceOrFind(route.id, location, settings);
    if (!present) return problems.locationNotFound(route.id); // 4.5.5
  }
  if (location instanceof Refusal) return problems.bodyInvalid(location.explanation); // 4.5.6
  if (request.method === 'POST') await store.put(route.id, location); // 4.5.7
  const answer = request.method === 'POST' ? stored : replaced;
  return body.bytes === body.received ? answer : leavingRest(answer, bodyLimit);
}

/**
 * Whether PUT finds the record. A valid Location is stored in the same atomic step, so that a DELETE in
 * between is never undone; only an invalid one leaves the record as it is.
 */
function replaceOrFind(id: string, location: Location | Refusal, { store }: Settings): Promise<boolean> {
  if (!(location instanceof Refusal)) return store.replace(id, location);
  return store.get(id).then((found) => found !== undefined);
}
