import { createHandler, type LocationRecord, type LocationResponse } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { type ConsoleOptions, createConsole, type RecordCollection } from '../src/index.ts';

/** A console over some records, or over a store. */
export function consoleOver(
  records: Iterable<LocationRecord> | AreaStore,
  options: Partial<ConsoleOptions> = {},
): (target: string, accept?: string, method?: string) => Promise<LocationResponse> {
  const store = 'within' in records ? records : createAreaMemoryStore(records);
  const handle = createConsole(createHandler({ store }), { store, ...options });
  return (target, accept, method = 'GET') => {
    const headers = accept === undefined ? {} : { accept: [accept] };
    return handle({ method, target, headers, body: async () => new Uint8Array() });
  };
}

/** A record. */
export function record(
  id: string,
  latitude: number,
  longitude: number,
  description?: string,
): LocationRecord {
  const coordinates = { latitude, longitude };
  return [id, description === undefined ? { coordinates } : { description, coordinates }];
}

/** The whole body of a response. */
export async function textOf({ body }: LocationResponse): Promise<string> {
  if (typeof body === 'string') return body;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  }
  return text;
}

/** The FeatureCollection of a response that succeeded. */
export async function collectionOf(response: LocationResponse): Promise<RecordCollection> {
  const text = await textOf(response);
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}

/** All pages from a target on, each reached by the link of the one before. */
export async function pagesFrom(
  get: (target: string) => Promise<LocationResponse>,
  target: string,
): Promise<RecordCollection[]> {
  const pages: RecordCollection[] = [];
  for (let next: string | undefined = target; next !== undefined; ) {
    const page: RecordCollection = await collectionOf(await get(next));
    pages.push(page);
    const [link] = page.links;
    next = link && `/-/records${link.href}`;
    if (pages.length > 10_000) throw new Error(`The pages of ${target} do not end.`);
  }
  return pages;
}

/** The identifiers on some pages, in their order. */
export function idsOn(pages: readonly RecordCollection[]): string[] {
  return pages.flatMap(({ features }) => features.map(({ id }) => id));
}
