import { createConsole } from '@location-records/console';
import { createHandler, type LocationRecord, type LocationStore } from '@location-records/core';
import type { AreaStore, Box } from '@location-records/core/areas';
import { type AreaContestant, middle } from './contestant.ts';

const atOnce = 512;

/** Puts records into a store, several hundred at once. */
export async function putAll(store: LocationStore, records: readonly LocationRecord[]): Promise<void> {
  let next = 0;
  const write = async () => {
    while (next < records.length) {
      const [id, location] = records[next++] as LocationRecord;
      await store.put(id, location);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, write));
}

/** `GET /-/records` over a store of this project, without a network: the response is read as a client would. */
export function ownContestant(name: string, store: AreaStore): AreaContestant {
  const handle = createConsole(createHandler({ store }), { store });
  const read = async (query: string): Promise<string> => {
    const response = await handle({
      method: 'GET',
      target: `/-/records?${query}`,
      headers: {},
      body: async () => new Uint8Array(),
    });
    if (response.status !== 200) throw new Error(`${query}: ${response.status} ${response.body}`);
    return response.body as string;
  };
  const boxQuery = ({ west, south, east, north }: Box) => `bbox=${[west, south, east, north].join(',')}`;
  return {
    name,
    page: (box, limit) => read(`${boxQuery(box)}&limit=${limit}`),
    async all(box) {
      const pages: string[] = [];
      let query: string | undefined = `${boxQuery(box)}&limit=1000`;
      while (query !== undefined) {
        const page = await read(query);
        pages.push(page);
        // The link to the next page stands at the end.
        query = /"href":"\?([^"]*)"/.exec(page.slice(-1000))?.[1];
      }
      return pages;
    },
    nearest: (count) => read(`near=${middle.latitude},${middle.longitude}&limit=${count}`),
    close: () => store.close(),
  };
}
