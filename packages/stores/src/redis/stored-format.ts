import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { ForeignKey } from './errors.ts';
import { failures } from './failures.ts';
import { defaultBuckets, maxBuckets, type Settings } from './options.ts';
import { Buckets, formatKey } from './stored-records.ts';

const version = 1;

/** How the records of a prefix are stored. */
interface StoredFormat {
  readonly format: number;
  readonly buckets: number;
}

/**
 * Resolves to the number of buckets: the stored number, or under a new prefix that of the options, which is
 * then stored. If several processes do that at once, one of them decides.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when the stored format is another.
 */
export async function openFormat(
  call: Call,
  commands: Commands,
  { prefix, buckets }: Settings,
  endpoint: string,
): Promise<number> {
  const key = formatKey(prefix);
  const unsuitable = (problem: string) =>
    failures.unsuitable('open', endpoint, `${problem}, or choose another prefix`);
  const get = { key, args: ['GET', key], purpose: 'commands', isRead: true } as const;
  const stored = buckets === undefined ? await commands.send(call, get) : null;
  if (buckets === undefined && stored === null) {
    // With another number of buckets, no record would be found.
    if (await holdsRecords(call, commands, prefix)) {
      throw unsuitable(
        `its records are there, but the key ${JSON.stringify(key)} is not; name the number of "buckets" that they are in`,
      );
    }
  }
  const ours: StoredFormat = { format: version, buckets: buckets ?? defaultBuckets };
  // Also where it exists already: a user that cannot write must find out now.
  const set = ['SET', key, JSON.stringify(ours), 'NX'];
  const written = await commands.send(call, { key, args: set, purpose: commands.writing, isRead: true });
  const found = written === null ? parseFormat(String(stored ?? (await commands.send(call, get)))) : ours;
  if (found === undefined) throw new ForeignKey(key, undefined);
  if (found.format !== version) {
    throw unsuitable(
      `its records have format ${found.format}, made by a newer version of this service, so update it`,
    );
  }
  if (buckets !== undefined && found.buckets !== buckets) {
    throw unsuitable(
      `its records are in ${found.buckets} buckets, not in ${buckets}; leave out the option "buckets"`,
    );
  }
  return found.buckets;
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

/** Whether records of a prefix exist, in any number of buckets. It checks as many as a new prefix has. */
async function holdsRecords(call: Call, commands: Commands, prefix: string): Promise<boolean> {
  const buckets = new Buckets(prefix, defaultBuckets);
  const found = await Promise.all(
    Array.from({ length: defaultBuckets }, (_, bucket) => isThere(call, commands, buckets.key(bucket))),
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
