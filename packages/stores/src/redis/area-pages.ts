import type { LocationRecord } from '@location-records/core';
import type { AreaPage, AreaPosition, Box, WithinOptions } from '@location-records/core/areas';
import { bucketOfPart, endOfBucket, positionOf } from './area-positions.ts';
import type { Args, Reply } from './client.ts';
import { failures } from './failures.ts';
import { readPlace, type StoredPlace } from './place-members.ts';
import { PlaceRange } from './place-range.ts';
import { type Buckets, placesKey, readLocation, unsuitableRecord } from './stored-records.ts';

/** What area queries read. */
export interface PlaceSource {
  readonly buckets: Buckets;
  readonly endpoint: string;
  /** Sends a command about a key. */
  readonly read: (key: string, args: Args) => Promise<Reply>;
}

/** How many buckets are asked at a time. */
const maxAtOnce = 64;

/** How many members a command reads of a bucket: the first one at least so many, and any at most so many. */
const minMembers = 32;
const maxMembers = 256;

/** The maximum of records in a page, whatever its limit: reading a thousand values takes some milliseconds. */
const maxRecords = 1024;

/** The bound on the work for a page. Reading a member is 1, and a command is as much as some members. */
const maxWork = 8192;
const commandWork = 4;

/** The work that a bucket may take at least, where several are asked at a time. */
const minShare = 512;

/** A place that was found, and its bucket. */
interface FoundPlace extends StoredPlace {
  readonly bucket: number;
}

/**
 * A page of the records in a box. It goes bucket by bucket, so that it costs what it holds. The order is by bucket, then
 * as in the sorted sets.
 */
export async function readAreaPage(
  source: PlaceSource,
  box: Box,
  { after, limit }: WithinOptions,
): Promise<AreaPage> {
  const { places, next } = await findPlaces(source, box, after, Math.min(limit, maxRecords));
  return { records: await readRecords(source, places), next };
}

/** The places for a page, and the position at which the next one begins. */
async function findPlaces(
  source: PlaceSource,
  box: Box,
  after: AreaPosition | undefined,
  limit: number,
): Promise<{ readonly places: FoundPlace[]; readonly next: AreaPosition | undefined }> {
  const range = new PlaceRange(box);
  const begin = bucketOfPart(after);
  const places: FoundPlace[] = [];
  let [bucket, work, atOnce] = [begin.bucket, 0, 1];
  while (bucket < source.buckets.count && work < maxWork) {
    // One more shows that there is a next page.
    const maxPlaces = limit + 1 - places.length;
    const count = Math.min(atOnce, source.buckets.count - bucket);
    // Buckets are alike, unless a client has chosen identifiers that are not.
    const share = Math.max(minShare, (2 * (maxWork - work)) / count);
    const bounds = { maxPlaces, maxWork: Math.min(share, maxWork - work) };
    const scans = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const place = bucket + index === begin.bucket ? begin.place : undefined;
        return scanBucket(source, range, bucket + index, place, bounds);
      }),
    );
    for (const scan of scans) {
      places.push(...scan.places);
      work += scan.work;
      const last = places[limit - 1];
      if (last && (places.length > limit || scan.last)) {
        return { places: places.slice(0, limit), next: positionOf(last.bucket, last) };
      }
      if (scan.last) return { places, next: positionOf(bucket, scan.last) };
      bucket++;
    }
    atOnce = nextCount(atOnce, bucket - begin.bucket, [
      [places.length, limit + 1],
      [work, maxWork],
    ]);
  }
  // A position of another store, or of a forged cursor, may be behind all buckets.
  if (bucket >= source.buckets.count) return { places, next: undefined };
  const last = places[limit - 1];
  return { places, next: last ? positionOf(last.bucket, last) : endOfBucket(bucket - 1) };
}

/** How many buckets to ask next, so that little is read in vain: by what those so far have had, of which maximum. */
function nextCount(last: number, asked: number, used: readonly (readonly [number, number])[]): number {
  const counts = used.map(([sum, max]) => Math.ceil((max - sum) / (sum / asked)));
  return Math.max(1, Math.min(8 * last, maxAtOnce, ...counts));
}

/** What a scan has found in one bucket. */
interface Scan {
  readonly places: readonly FoundPlace[];
  readonly work: number;
  /** The last place that was looked at, when the scan ended before the end of the bucket. */
  readonly last: StoredPlace | undefined;
}

/** Reads the places of one bucket after a given one, up to a number of places or to a bound on the work. */
async function scanBucket(
  source: PlaceSource,
  range: PlaceRange,
  bucket: number,
  after: StoredPlace | undefined,
  bounds: { readonly maxPlaces: number; readonly maxWork: number },
): Promise<Scan> {
  const key = placesKey(source.buckets.key(bucket));
  const places: FoundPlace[] = [];
  let count = Math.min(Math.max(minMembers, bounds.maxPlaces), maxMembers);
  let [work, last] = [0, after];
  let start = after ? range.startAfter(after) : range.start;
  while (start) {
    if (places.length >= bounds.maxPlaces || work >= bounds.maxWork) return { places, work, last };
    const args = ['ZRANGE', key, start, range.end, 'BYLEX', 'LIMIT', '0', String(count)];
    const members = (await source.read(key, args)) as readonly Buffer[];
    work += commandWork + members.length;
    for (const member of members) {
      last = readPlace(member);
      if (!last) throw unsuitableMember(source.endpoint, key, member);
      if (range.has(last)) places.push({ ...last, bucket });
    }
    start = last && members.length === count ? range.startAfter(last) : undefined;
    count = maxMembers;
  }
  return { places, work, last: undefined };
}

/**
 * The records at the places. One that has left its place since is left out. One that was found at two places is at one
 * of them, since one command reads all values of a bucket.
 */
async function readRecords(source: PlaceSource, places: readonly FoundPlace[]): Promise<LocationRecord[]> {
  const groups = groupsOf(places);
  const records: (LocationRecord | undefined)[] = [];
  for (let index = 0; index < groups.length; index += maxAtOnce) {
    const some = groups.slice(index, index + maxAtOnce);
    records.push(...(await Promise.all(some.map((group) => readGroup(source, group)))).flat());
  }
  return records.filter((record) => record !== undefined);
}

async function readGroup({ buckets, endpoint, read }: PlaceSource, group: readonly FoundPlace[]) {
  const key = buckets.key((group[0] as FoundPlace).bucket);
  const values = (await read(key, ['HMGET', key, ...group.map(({ id }) => id)])) as (Buffer | null)[];
  return group.map((place, index) => recordAt(endpoint, key, place, values[index] ?? null));
}

/** The places of each bucket. */
function groupsOf(places: readonly FoundPlace[]): FoundPlace[][] {
  const groups = new Map<number, FoundPlace[]>();
  for (const place of places) {
    const group = groups.get(place.bucket);
    if (group) group.push(place);
    else groups.set(place.bucket, [place]);
  }
  return [...groups.values()];
}

function recordAt(
  endpoint: string,
  key: string,
  { id, latitude, longitude }: StoredPlace,
  value: Buffer | null,
): LocationRecord | undefined {
  if (value === null) return undefined;
  const location = readLocation(value);
  if (location === undefined) throw unsuitableRecord(endpoint, key, id);
  const { coordinates } = location;
  return coordinates.latitude === latitude && coordinates.longitude === longitude
    ? [id, location]
    : undefined;
}

/** Another program wrote a member. */
function unsuitableMember(endpoint: string, key: string, member: Buffer) {
  const name = `the member 0x${member.toString('hex')} of the sorted set ${JSON.stringify(key)}`;
  return failures.unsuitable('read from', endpoint, `${name} is not a place; remove it`);
}
