import type { Settings } from './options.ts';
import { problems } from './problems.ts';
import type { LocationResponse } from './response.ts';
import { removed } from './responses.ts';
import type { Route } from './route.ts';

/** DELETE (SPEC section 3): without a look at whether the record is there. */
export async function remove(
  route: Exclude<Route, { kind: 'unknown' }>,
  settings: Settings,
): Promise<LocationResponse> {
  if (route.kind === 'collection') return problems.deleteWithoutIdentifier();
  if (route.kind === 'invalid-identifier') return problems.identifierInvalid(route.explanation);
  await settings.store.delete(route.id);
  return removed;
}
