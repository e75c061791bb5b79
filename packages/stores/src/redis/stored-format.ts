import type { StoreError } from '@location-records/core';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { ForeignKey } from './errors.ts';
import { failures } from './failures.ts';
import { defaultBuckets, maxBuckets, type Settings } from './options.ts';
import { Buckets, formatKey, placesKey } from './stored-records.ts';

/** Records alone. */
const plainFormat = 1;

/** Records and their places, which versions that do not keep places must not write to. */
const placedFormat = 2;

/** How the records of a prefix are stored. */
interface StoredFormat {
  readonly format: number;
  readonly buckets: number;
}

/** What a store has to know of the stored format. */
export interface OpenedFormat {
  readonly buckets: number;
  /** Whether the places of the records are kept. */
  readonly hasPlaces: boolean;
}

/**
 * Resolves to the stored format, or under a new prefix to that of the options, which is then stored. If several
 * processes do that at once, one of them decides.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when the stored format is another.
 */
export async function openFormat(
  call: Call,
  commands: Commands,
  settings: Settings,
  endpoint: string,
): Promise<OpenedFormat> {
  const { prefix, buckets, areas, create } = settings;
  const key = formatKey(prefix);
  const unsuitable = (problem: string) =>
    failures.unsuitable('open', endpoint, `${problem}, or choose another prefix`);
  const get = { key, args: ['GET', key], purpose: 'commands', isRead: true } as const;
  const stored = await commands.send(call, get);
  if (stored === null && !create) {
    throw unsuitable(`nothing is stored under the prefix ${JSON.stringify(prefix)}; correct it`);
  }
  const isPlaced = stored === null ? await needsPlaces(call, commands, settings, unsuitable) : areas;
  const ours: StoredFormat = {
    format: isPlaced ? placedFormat : plainFormat,
    buckets: buckets ?? defaultBuckets,
  };
  // Also where it exists already: a user that cannot write must find out now.
  const set = ['SET', key, JSON.stringify(ours), 'NX'];
  const written = await commands.send(call, { key, args: set, purpose: commands.writing, isRead: true });
  const found = written === null ? parseFormat(String(stored ?? (await commands.send(call, get)))) : ours;
  if (found === undefined) throw new ForeignKey(key, undefined);
  if (found.format !== plainFormat && found.format !== placedFormat) {
    throw unsuitable(
      `its records have format ${found.format}, made by a newer version of this service, so update it`,
    );
  }
  if (buckets !== undefined && found.buckets !== buckets) {
    throw unsuitable(
      `its records are in ${found.buckets} buckets, not in ${buckets}; leave out the option "buckets"`,
    );
  }
  const hasPlaces = found.format === placedFormat;
  if (areas === true && !hasPlaces) {
    throw unsuitable(
      'the prefix was first used without "areas", so its records have no index; copy them to a new prefix with "location-records copy"',
    );
  }
  return { buckets: found.buckets, hasPlaces };
}

function parseFormat(text: string): StoredFormat | undefined {
  try {
    const { format, buckets } = JSON.parse(text) as Partial<StoredFormat>;
    if (format === undefined || buckets === undefined) return undefined;
    const isOurs = Number.isInteger(format) && Number.isInteger(buckets);
    return isOurs && buckets > 0 && buckets <= maxBuckets ? { format, buckets } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether places must be kept under a prefix without a stored format, which is new or has lost it.
 *
 * @throws {StoreError} when it has lost it, and the options do not make up for that.
 */
async function needsPlaces(
  call: Call,
  commands: Commands,
  { prefix, buckets, areas = false }: Settings,
  unsuitable: (problem: string) => StoreError,
): Promise<boolean> {
  const all = new Buckets(prefix, buckets ?? defaultBuckets);
  const keys = Array.from({ length: all.count }, (_, bucket) => all.key(bucket));
  const lost = `its records are there, but the key ${JSON.stringify(formatKey(prefix))} is not`;
  if (buckets === undefined) {
    // With another number of buckets, no record would be found.
    if (!(await isAnyThere(call, commands, keys))) return areas;
    throw unsuitable(`${lost}; name the number of "buckets" that they are in`);
  }
  if (await isAnyThere(call, commands, keys.map(placesKey))) return true;
  // Without its place, no record would be found.
  if (areas && (await isAnyThere(call, commands, keys))) {
    throw unsuitable(`${lost}, and they have no index; leave out the option "areas"`);
  }
  return areas;
}

/** How many keys are looked for at a time. */
const maxAtOnce = 1024;

async function isAnyThere(call: Call, commands: Commands, keys: readonly string[]): Promise<boolean> {
  for (let index = 0; index < keys.length; index += maxAtOnce) {
    const some = keys.slice(index, index + maxAtOnce);
    if ((await Promise.all(some.map((key) => isThere(call, commands, key)))).includes(true)) return true;
  }
  return false;
}

/** A user with minimal permissions may send only GET here, which fails on a hash. */
async function isThere(call: Call, commands: Commands, key: string): Promise<boolean> {
  try {
    return (
      (await commands.send(call, { key, args: ['GET', key], purpose: 'commands', isRead: true })) !== null
    );
  } catch (error) {
    if (error instanceof ForeignKey) return true;
    throw error;
  }
}
