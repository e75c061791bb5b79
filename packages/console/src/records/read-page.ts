import { readBoxPage } from './box-page.ts';
import { readNearPage } from './near-page.ts';
import type { RecordsRequest } from './query.ts';
import type { FoundPage, PageRequest } from './search.ts';

/** Reads the page of a query at a cursor, or the first one. */
export function readPage(
  { query, canonical }: Pick<RecordsRequest, 'query' | 'canonical'>,
  page: Omit<PageRequest, 'canonical'>,
): Promise<FoundPage> {
  const request = { ...page, canonical };
  return query.kind === 'near' ? readNearPage(query, request) : readBoxPage(query, request);
}
