import { checkIdentifier, checkLocation, type Location, type LocationStore } from '@location-records/core';
import type { PassTools } from '../shared/pass-tools.ts';
import type { ImportResult } from './import-error.ts';
import { isRefusal } from './record-refused-error.ts';
import type { ImportEntry } from './source-groups.ts';

/** What an import is doing. Each phase goes through the source once. */
export type ImportPhase = 'checking' | 'importing';

/** What becomes of a conflict: the target holds an identifier with another content. */
export type OnConflict = 'replace' | 'skip' | 'fail';

/** {@link ImportResult} while the import goes on. */
export type ImportTally = { -readonly [Count in Exclude<keyof ImportResult, 'durationMs'>]: number };

/** What the target holds under an identifier, or why it does not tell. */
export type Found = { readonly held: Location | undefined } | { readonly refusal: Error };

/** What a pass over the source works with. */
export interface ImportPass<Entry extends ImportEntry> {
  readonly target: LocationStore;
  /** The target is known to have been empty when the pass began. */
  readonly isFresh: boolean;
  readonly onConflict: OnConflict;
  readonly tools: PassTools<ImportPhase>;
  readonly tally: ImportTally;
  /** The calls of the options; none where they are left out. */
  readonly onConflictFound: (entry: Entry, existing: Location | undefined) => void;
  readonly onDuplicate: (entry: Entry) => void;
  readonly onRefused: (entry: Entry, error: Error) => void;
}

/** The entries that a store can keep. The others are refused. */
export function soundEntries<Entry extends ImportEntry>(
  group: readonly Entry[],
  pass: Pick<ImportPass<Entry>, 'tally' | 'onRefused'>,
): readonly Entry[] {
  return group.filter((entry) => {
    const [id, location] = entry.record;
    try {
      checkIdentifier(id);
      checkLocation(location);
      return true;
    } catch (error) {
      refuse(entry, error as Error, pass);
      return false;
    }
  });
}

/** Counts an entry that is refused, and tells the caller. */
export function refuse<Entry extends ImportEntry>(
  entry: Entry,
  error: Error,
  { tally, onRefused }: Pick<ImportPass<Entry>, 'tally' | 'onRefused'>,
): void {
  tally.refused++;
  onRefused(entry, error);
}

/** Asks the target for one identifier. A refusal is a result, too. */
export async function ask(
  id: string,
  { target, tools }: Pick<ImportPass<ImportEntry>, 'target' | 'tools'>,
): Promise<Found> {
  try {
    return { held: await tools.retry(() => target.get(id)) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refusal: error };
  }
}

/** Asks the target for several identifiers at once. */
export async function askForAll(
  ids: ReadonlySet<string>,
  pass: Pick<ImportPass<ImportEntry>, 'target' | 'tools'>,
): Promise<Map<string, Found>> {
  return new Map(await Promise.all([...ids].map(async (id) => [id, await ask(id, pass)] as const)));
}
