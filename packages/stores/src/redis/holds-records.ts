import { Buckets } from './buckets.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { ForeignKey } from './foreign-key.ts';
import { defaultBuckets } from './settings.ts';

/** Whether records of a prefix are there, in whatever number of buckets. It looks at as many as a new prefix has. */
export async function holdsRecords(call: Call, commands: Commands, prefix: string): Promise<boolean> {
  const buckets = new Buckets(prefix, defaultBuckets);
  const found = await Promise.all(
    Array.from({ length: defaultBuckets }, (_, bucket) => isThere(call, commands, buckets.key(bucket))),
  );
  return found.includes(true);
}

/** A user of the server who may do only what a store needs may ask nothing but GET, which a hash refuses. */
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
