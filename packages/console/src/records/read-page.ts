import type { AreaStore } from '@location-records/core/areas';
import { readBoxPage } from './box-page.ts';
import { readNearPage } from './near-page.ts';
import type { RecordsRequest } from './query.ts';
import type { FoundPage } from './search.ts';
import type { Work } from './work.ts';

/** Reads the page of a query at a cursor, or the first one. */
export function readPage(
  store: AreaStore,
  { query, canonical }: RecordsRequest,
  cursor: string | undefined,
  limit: number,
  work: Work,
): Promise<FoundPage> {
  const page = { store, canonical, cursor, limit, work };
  return query.kind === 'near' ? readNearPage(query, page) : readBoxPage(query, page);
}
