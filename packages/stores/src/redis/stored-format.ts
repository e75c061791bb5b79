import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { ForeignKey } from './errors.ts';
import { failures } from './failures.ts';
import { defaultBuckets, maxBuckets, type Settings } from './options.ts';
import { Buckets, formatKey } from './stored-records.ts';

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
  { prefix, buckets, areas }: Settings,
  endpoint: string,
): Promise<OpenedFormat> {
  const key = formatKey(prefix);
  const unsuitable = (problem: string) =>
    failures.unsuitable('open', endpoint, `${problem}, or choose another prefix`);
  const get = { key, args: ['GET', key], purpose: 'commands', isRead: true } as const;
  const isStoredNeeded = buckets === undefined || areas === true;
  const stored = isStoredNeeded ? await commands.send(call, get) : null;
  if (isStoredNeeded && stored === null) {
    // With another number of buckets, no record would be found. Without its place, none would be in a box.
    if (await holdsRecords(call, commands, new Buckets(prefix, buckets ?? defaultBuckets))) {
      const lost = `its records are there, but the key ${JSON.stringify(key)} is not`;
      throw unsuitable(
        buckets === undefined
          ? `${lost}; name the number of "buckets" that they are in`
          : `${lost}; leave out the option "areas"`,
      );
    }
  }
  const format = areas === true ? placedFormat : plainFormat;
  const ours: StoredFormat = { format, buckets: buckets ?? defaultBuckets };
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

/** Whether there are records in any of the buckets. */
async function holdsRecords(call: Call, commands: Commands, buckets: Buckets): Promise<boolean> {
  const found = await Promise.all(
    Array.from({ length: buckets.count }, (_, bucket) => isThere(call, commands, buckets.key(bucket))),
  );
  return found.includes(true);
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
