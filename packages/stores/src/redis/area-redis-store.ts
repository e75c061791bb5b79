import type { LocationRecord } from '@location-records/core';
import {
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  stripes,
  type WithinOptions,
} from '@location-records/core/areas';
import { failures } from './failures.ts';
import { type Place, PlaceRange, readPlace } from './places.ts';
import { RedisStore, redisGuarantees } from './redis-store.ts';
import { placesKey, readLocation } from './stored-records.ts';

const guarantees: AreaStore['guarantees'] = Object.freeze({ ...redisGuarantees, areaOrder: 'own' });

/** How many buckets are read at a time. */
const maxAtOnce = 64;

/** How many members of a bucket a command reads. */
const minMembers = 32;
const maxMembers = 256;

/** The maximum of records in a page, whatever its limit, so that the server is not blocked for long. */
const maxRecords = 1024;

/** The bound on the work for a page: a member counts 1, and a command as much as some members. */
const maxWork = 8192;
const commandWork = 4;

/** Where a page begins: in a bucket, at its start or after a place. */
interface Start {
  readonly bucket: number;
  readonly place: Place | undefined;
}

interface FoundPlace extends Place {
  readonly bucket: number;
}

/** What a command read of one bucket. */
interface Scan {
  readonly places: readonly Place[];
  /** The last place that was read, if there may be more. */
  readonly last: Place | undefined;
  readonly work: number;
}

/** The store of a prefix that keeps the places of its records. */
export class AreaRedisStore extends RedisStore implements AreaStore {
  override readonly guarantees = guarantees;

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.checkOpen();
    const given = checkWithin(box, options);
    const limit = Math.min(given.options.limit, maxRecords);
    return this.call('read from', async () => {
      const { places, next } = await this.#find(
        new PlaceRange(given.box),
        startOf(given.options.after),
        limit,
      );
      return { records: await this.#readRecords(places), next };
    });
  }

  /** Finds the places for a page, bucket by bucket, and the position at which the next page begins. */
  async #find(
    range: PlaceRange,
    start: Start,
    limit: number,
  ): Promise<{ readonly places: FoundPlace[]; readonly next: AreaPosition | undefined }> {
    const places: FoundPlace[] = [];
    let { bucket, place } = start;
    let [work, atOnce] = [0, 1];
    while (bucket < this.parts.keys.buckets && work < maxWork) {
      for (const scan of await this.#scan(range, { bucket, place }, atOnce, limit + 1 - places.length)) {
        work += scan.work;
        for (const found of scan.places) places.push({ ...found, bucket });
        const last = places[limit - 1];
        // One more shows that there is a next page.
        if (last && places.length > limit)
          return { places: places.slice(0, limit), next: positionOf(last.bucket, last) };
        place = scan.last;
        if (place) break;
        bucket++;
      }
      // Buckets are alike, unless a client chooses identifiers on purpose.
      atOnce = place ? 1 : Math.min(4 * atOnce, maxAtOnce);
    }
    if (bucket >= this.parts.keys.buckets) return { places, next: undefined };
    const last = places[limit - 1];
    return { places, next: last ? positionOf(last.bucket, last) : positionOf(bucket, place) };
  }

  /** Reads some places of each of the next buckets. */
  #scan(range: PlaceRange, { bucket, place }: Start, count: number, wanted: number): Promise<Scan[]> {
    const last = Math.min(bucket + count, this.parts.keys.buckets);
    const members = Math.min(Math.max(minMembers, Math.ceil((2 * wanted) / count)), maxMembers);
    const scans: Promise<Scan>[] = [];
    for (let number = bucket; number < last; number++) {
      const from = number === bucket && place ? range.startAfter(place) : range.start;
      scans.push(this.#scanBucket(range, number, from, members));
    }
    return Promise.all(scans);
  }

  async #scanBucket(
    range: PlaceRange,
    bucket: number,
    from: Buffer | undefined,
    count: number,
  ): Promise<Scan> {
    if (!from) return { places: [], last: undefined, work: 0 };
    const bucketKey = this.parts.keys.bucket(bucket);
    const key = placesKey(bucketKey);
    const args = ['ZRANGE', key, from, range.end, 'BYLEX', 'LIMIT', '0', String(count)];
    const members = (await this.parts.calls.readBytes(bucketKey, args)) as readonly Buffer[];
    const places = members.map((member) => this.#readMember(key, member));
    const last = members.length === count ? places.at(-1) : undefined;
    return { places: places.filter((place) => range.has(place)), last, work: commandWork + members.length };
  }

  #readMember(key: string, member: Buffer): Place {
    const place = readPlace(member);
    if (place) return place;
    const name = `the member 0x${member.toString('hex')} of the sorted set ${JSON.stringify(key)}`;
    throw failures.unsuitable('read from', this.parts.endpoint, `${name} is not a place; remove it`);
  }

  /**
   * Reads the records at the places, except those that have moved since. A record found at two places is
   * returned once, since one command reads all values of a bucket.
   */
  async #readRecords(places: readonly FoundPlace[]): Promise<LocationRecord[]> {
    const groups = new Map<number, FoundPlace[]>();
    for (const place of places) {
      const group = groups.get(place.bucket);
      if (group) group.push(place);
      else groups.set(place.bucket, [place]);
    }
    const records = await Promise.all([...groups].map(([bucket, group]) => this.#readGroup(bucket, group)));
    return records.flat();
  }

  async #readGroup(bucket: number, group: readonly FoundPlace[]): Promise<LocationRecord[]> {
    const key = this.parts.keys.bucket(bucket);
    const args = ['HMGET', key, ...group.map(({ id }) => id)];
    const values = (await this.parts.calls.read(key, args, 'lists')) as readonly (string | null)[];
    return group.flatMap(({ id, latitude, longitude }, index): LocationRecord[] => {
      const value = values[index];
      if (typeof value !== 'string') return [];
      const location = readLocation(this.parts.endpoint, key, id, value);
      const { coordinates } = location;
      const isThere = coordinates.latitude === latitude && coordinates.longitude === longitude;
      return isThere ? [[id, location]] : [];
    });
  }
}

/** The parts of a bucket: one before its places, and its stripes. */
const partsOfBucket = stripes.last - stripes.first + 2;

/** Returns the position of a place in a bucket, or before all its places. */
function positionOf(bucket: number, place: Place | undefined): AreaPosition {
  const part = bucket * partsOfBucket;
  if (!place) return { part, latitude: 0, longitude: 0, id: 'start' };
  const { stripe, latitude, longitude, id } = place;
  return { part: part + 1 + stripe - stripes.first, latitude, longitude, id };
}

function startOf(after: AreaPosition | undefined): Start {
  if (!after || after.part < 0) return { bucket: 0, place: undefined };
  const { part, latitude, longitude, id } = after;
  const bucket = Math.floor(part / partsOfBucket);
  const stripe = (part % partsOfBucket) - 1 + stripes.first;
  return { bucket, place: stripe < stripes.first ? undefined : { stripe, latitude, longitude, id } };
}
