import { isSameLocation } from '../shared/location-differences.ts';
import { askForAll, type Found, type ImportPass, refuse, soundEntries } from './pass.ts';
import { digestOf, SeenRecords } from './seen-records.ts';
import { groupsOf, type ImportBatches, type ImportEntry } from './source-groups.ts';

/** Counts what {@link writeRecords} would do, and writes nothing. */
export async function checkRecords<Entry extends ImportEntry>(
  batches: ImportBatches<Entry>,
  pass: ImportPass<Entry>,
): Promise<void> {
  const { tools, tally } = pass;
  // With the digest of what would be written. Without one, what the target holds stays, and it is asked again.
  const seen = new SeenRecords();
  for await (const group of groupsOf(batches, tools.signal)) {
    tally.read += group.length;
    const sound = soundEntries(group, pass);
    const found = await look(sound, seen, pass);
    for (const entry of sound) check(entry, found, seen, pass);
    tools.progress.advance(group.length);
  }
}

/** What the target holds under those identifiers of a group that would not be written by now. */
function look(
  group: readonly ImportEntry[],
  seen: SeenRecords,
  pass: Pick<ImportPass<ImportEntry>, 'isFresh' | 'target' | 'tools'>,
): Promise<Map<string, Found>> {
  const asked = group.filter(({ record: [id] }) => !seen.get(id));
  return askForAll(new Set(pass.isFresh ? [] : asked.map(({ record: [id] }) => id)), pass);
}

function check<Entry extends ImportEntry>(
  entry: Entry,
  found: ReadonlyMap<string, Found>,
  seen: SeenRecords,
  pass: ImportPass<Entry>,
): void {
  const { onConflict, tally } = pass;
  const [id, location] = entry.record;
  if (seen.add(id)) {
    tally.duplicates++;
    pass.onDuplicate(entry);
  }
  // What the target would hold now: after an earlier record of the source, or else what it told.
  const before = seen.get(id) || undefined;
  const there: Found = (before === undefined && found.get(id)) || { held: undefined };
  if ('refusal' in there) {
    refuse(entry, there.refusal, pass);
    return;
  }
  const { held } = there;
  const digest = digestOf(location);
  const isAbsent = before === undefined && held === undefined;
  const isSame = held ? isSameLocation(location, held) : before === digest;
  if (isAbsent) tally.created++;
  else if (isSame) tally.unchanged++;
  else if (onConflict === 'replace') tally.replaced++;
  else {
    tally.skipped++;
    pass.onConflictFound(entry, held);
    return;
  }
  seen.set(id, digest);
}
