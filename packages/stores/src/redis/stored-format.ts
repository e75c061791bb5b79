import type { Calls } from './calls.ts';
import { failures } from './failures.ts';
import { defaultBuckets, maxBuckets, type Settings } from './options.ts';
import { formatKey } from './stored-records.ts';

/** The format of the records of a prefix. */
interface StoredFormat {
  readonly buckets: number;
  /** Whether places are kept, for area queries. */
  readonly areas: boolean;
}

/** How often the format is stored again during writes, in milliseconds. */
const keepInterval = 1000;

/** The stored format of an open store. */
export class Format implements StoredFormat {
  readonly buckets: number;
  readonly areas: boolean;
  readonly #calls: Calls;
  readonly #key: string;
  #storedAt = performance.now();
  #stored: Promise<unknown> | undefined;
  #isDue = false;

  constructor(calls: Calls, prefix: string, { buckets, areas }: StoredFormat) {
    this.#calls = calls;
    this.#key = formatKey(prefix);
    this.buckets = buckets;
    this.areas = areas;
  }

  /**
   * Notes a write. From time to time it stores a missing format again, as after FLUSHALL, so that stores that
   * open later find the new records.
   */
  keep(): void {
    this.#isDue = true;
    if (performance.now() - this.#storedAt >= keepInterval) this.#store();
  }

  /** Stores a missing format again after the last write. */
  async keepNow(): Promise<void> {
    if (this.#isDue) this.#store();
    await this.#stored;
  }

  #store(): void {
    this.#isDue = false;
    this.#storedAt = performance.now();
    // The writes themselves report what is wrong.
    this.#stored = storeFormat(this.#calls, this.#key, this).catch(() => {});
  }
}

/**
 * Stores the format if it is missing, and resolves to whether it was. A user who cannot write finds out at
 * opening.
 */
async function storeFormat(calls: Calls, key: string, { buckets, areas }: StoredFormat): Promise<boolean> {
  return (await calls.write(key, ['SET', key, JSON.stringify({ buckets, areas }), 'NX'])) !== null;
}

/**
 * Resolves to the stored format. Under a new prefix, stores that of the options; of several processes at
 * once, one decides.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` if the stored format differs.
 */
export async function openFormat(calls: Calls, settings: Settings, endpoint: string): Promise<Format> {
  const { prefix, buckets, areas, create, readOnly } = settings;
  const key = formatKey(prefix);
  const unsuitable = (problem: string) =>
    failures.unsuitable('open', endpoint, `${problem}, or choose another prefix`);
  const read = () => calls.read(key, ['GET', key]);
  if (!create && (await read()) === null) {
    throw unsuitable(`nothing is stored under the prefix ${JSON.stringify(prefix)}; correct it`);
  }
  const wanted = { buckets: buckets ?? defaultBuckets, areas: areas ?? false };
  if (!readOnly && (await storeFormat(calls, key, wanted))) return new Format(calls, prefix, wanted);
  const found = parseFormat(String(await read()));
  if (!found) throw unsuitable(`the key ${JSON.stringify(key)} is another program's`);
  if (buckets !== undefined && found.buckets !== buckets) {
    throw unsuitable(
      `its records are in ${found.buckets} buckets, not in ${buckets}; leave out the option "buckets"`,
    );
  }
  if (areas && !found.areas) {
    throw unsuitable(
      'the prefix was first used without "areas", so its records have no index; copy them to a new prefix with "location-records copy"',
    );
  }
  return new Format(calls, prefix, found);
}

function parseFormat(text: string): StoredFormat | undefined {
  try {
    const { buckets, areas } = JSON.parse(text) as StoredFormat;
    const isOurs =
      Number.isInteger(buckets) && buckets > 0 && buckets <= maxBuckets && typeof areas === 'boolean';
    return isOurs ? { buckets, areas } : undefined;
  } catch {
    return undefined;
  }
}
