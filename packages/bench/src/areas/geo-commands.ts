import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { createClient } from 'redis';
import { type AreaContestant, middle } from './contestant.ts';

const key = 'geo';

/** How many commands are sent at once. */
const commandsAtOnce = 1000;

/** `GEOSEARCH` over one key, which moves places by up to 0.6 m and refuses latitudes beyond 85, and a hash. */
export async function openGeo(url: string, records: readonly LocationRecord[]): Promise<AreaContestant> {
  const client = createClient({ url });
  await client.connect();
  for (let start = 0; start < records.length; start += commandsAtOnce) {
    const some = records.slice(start, start + commandsAtOnce);
    const within = some.filter(([, { coordinates }]) => Math.abs(coordinates.latitude) < 85);
    await client.geoAdd(
      key,
      within.map(([member, { coordinates }]) => ({ member, ...coordinates })),
    );
    await client.hSet(
      'places',
      Object.fromEntries(some.map(([id, location]) => [id, JSON.stringify(location)])),
    );
  }
  const read = async (members: readonly string[]) =>
    members.length === 0 ? '' : (await client.hmGet('places', [...members])).join();
  const search = (box: Box, limit?: number) => {
    const degree = 111_319.491;
    const from = { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 };
    const height = (box.north - box.south) * degree;
    // As wide as the box is at its widest.
    const width =
      (box.east - box.west) *
      degree *
      Math.cos((Math.min(Math.abs(box.south), Math.abs(box.north)) * Math.PI) / 180);
    const by = { width, height, unit: 'm' as const };
    return client.geoSearch(key, from, by, limit === undefined ? {} : { COUNT: { value: limit, ANY: true } });
  };
  return {
    name: 'GEOSEARCH and a hash',
    page: async (box, limit) => read(await search(box, limit)),
    all: async (box) => [await read(await search(box))],
    async nearest(count) {
      const by = { radius: 100, unit: 'km' as const };
      return read(await client.geoSearch(key, middle, by, { SORT: 'ASC', COUNT: count }));
    },
    close: () => client.close(),
  };
}
