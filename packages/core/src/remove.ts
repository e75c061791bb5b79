import type { Settings } from './options.ts';
import type { LocationResponse } from './response.ts';
import { done, problems } from './responses.ts';
import type { Route } from './route.ts';

/** DELETE (SPEC section 3): without a look at whether the record is there. */
export async function remove(
  route: Exclude<Route, { kind: 'unknown' }>,
  settings: Settings,
): Promise<LocationResponse> {
  if (route.kind === 'collection') return problems.deleteWithoutIdentifier();
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid();
  await settings.store.delete(route.id);
  return done;
}
