import { createConsole } from '@location-records/console';
import { createHandler, type Handler, type LocationRecord } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import type { Circle } from './some-circle.ts';

/** The service over a store, with area queries that may take as long as they need: a busy machine is not a fault. */
export function areaService(store: AreaStore): Handler {
  return createConsole(createHandler({ store }), { store, maxDuration: Infinity });
}

/** The identifiers of the records in a circle, page by page. */
export async function findNear(handle: Handler, circle: Circle, limit: number): Promise<string[]> {
  const { latitude, longitude, radius } = circle;
  const found: string[] = [];
  let query: string | undefined =
    `near=${latitude},${longitude}&radius=${radius}&limit=${limit}&f=json`.replaceAll('+', '%2B');
  while (query !== undefined) {
    const { status, headers, body } = await handle({
      method: 'GET',
      target: `/-/records?${query}`,
      headers: {},
      body: async () => new Uint8Array(),
    });
    if (status !== 200) throw new Error(`${query}: ${status} ${body}`);
    found.push(...(JSON.parse(body as string) as readonly LocationRecord[]).map(([id]) => id));
    query = /<\?([^>]*)>/.exec(headers.Link ?? '')?.[1];
  }
  return found;
}
