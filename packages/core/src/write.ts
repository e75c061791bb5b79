import { decodeText } from './body-text.ts';
import { isJson } from './content-type.ts';
import type { Location } from './location.ts';
import type { Settings } from './options.ts';
import { parseLocation } from './parse-location.ts';
import { readBody } from './read-body.ts';
import type { LocationRequest } from './request.ts';
import type { LocationResponse } from './response.ts';
import { done, problems } from './responses.ts';
import type { Route } from './route.ts';

/** POST and PUT: the checks of SPEC 4.5, in its order; the first that fails answers. */
export async function write(
  route: Exclude<Route, { kind: 'unknown' }>,
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const { store, bodyLimit } = settings;
  if (!isJson(request.headers['content-type'])) return problems.contentTypeWrong(); // 4.5.1
  if (route.kind === 'collection') return problems.identifierMissing(); // 4.5.2
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid();
  const bytes = await readBody(request, bodyLimit);
  if (bytes.length === 0) return problems.bodyMissing(); // 4.5.3
  const text = decodeText(bytes, bodyLimit); // 4.5.4
  const location = text === undefined ? undefined : parseLocation(text, settings);
  if (request.method === 'PUT') {
    const present = await replaceOrFind(route.id, location, settings);
    if (!present) return problems.locationNotFound(route.id); // 4.5.5
  }
  if (location === undefined) return problems.bodyInvalid(); // 4.5.6
  if (request.method === 'POST') await store.put(route.id, location); // 4.5.7
  return done;
}

/**
 * Whether PUT finds the record. A valid Location is stored in the same atomic step, so that a DELETE in
 * between is never undone; only an invalid one leaves the record as it is.
 */
function replaceOrFind(id: string, location: Location | undefined, { store }: Settings): Promise<boolean> {
  if (location !== undefined) return store.replace(id, location);
  return store.get(id).then((found) => found !== undefined);
}
