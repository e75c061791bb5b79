import type { Api, LocationRecord, Outcome, RecordOutcome } from '../api.ts';
import { capitalized, counted } from '../shown-text.ts';
import { type Change, type Content, contentOf, type Direction, isSame } from './change.ts';

/** Changes of different records that are one step of the history, such as those of an import. */
export interface ChangeSet {
  /** What was done, such as `Imported 120 records from places.csv`. */
  readonly title: string;
  readonly changes: readonly Change[];
}

/** What became of a set of changes. */
export interface SetOutcome {
  readonly done: readonly Change[];
  /** Those whose records are left as they are: another client has written them, or the service refuses. */
  readonly skipped: readonly Change[];
  /** Those that were not done, because the work was stopped or the service could not be reached. */
  readonly left: readonly Change[];
  /** Why some are left, unless a person has stopped it. */
  readonly message: string | undefined;
}

/** The part of the API that is used. */
type SetApi = Pick<Api, 'putMany' | 'deleteMany' | 'read' | 'replace' | 'knows'>;

/** How many changes are sent at once: less than 8 MiB. */
const maxChanges = 500;
/** How many records with entity tags are replaced at the same time. */
const replacedAtOnce = 16;

/**
 * Makes the changes of a set, each only if its record is what the change begins with, or is already as the
 * change leaves it. So a part without a response can be made again: it is left, and nothing further begins.
 */
export async function applySet(
  api: SetApi,
  changes: readonly Change[],
  isStopped: () => boolean,
  onProgress: (count: number) => void,
): Promise<SetOutcome> {
  const done: Change[] = [];
  const skipped: Change[] = [];
  let message: string | undefined;
  let count = 0;
  while (count < changes.length && !isStopped()) {
    const part = changes.slice(count, count + maxChanges);
    const outcome = await applyPart(api, part);
    if (outcome.kind !== 'done') {
      message = outcome.message;
      break;
    }
    for (const change of part) (outcome.value.has(change.id) ? done : skipped).push(change);
    count += part.length;
    onProgress(count);
  }
  return { done, skipped, left: changes.slice(count), message };
}

/** The outcome of a part: the identifiers of the records that are as the changes leave them. */
type PartOutcome = Outcome<ReadonlySet<string>>;

async function applyPart(api: SetApi, part: readonly Change[]): Promise<PartOutcome> {
  const created = recordsOf(
    part.filter(({ before }) => !before),
    'after',
  );
  const deleted = recordsOf(
    part.filter(({ after }) => !after),
    'before',
  );
  const replaced = part.filter(({ before, after }) => before && after);
  const ids = new Set<string>();
  for (const act of [
    async () => idsWritten(deleted, await api.deleteMany(deleted)),
    async () => idsWritten(created, await api.putMany(created, { onConflict: 'skip' })),
    () => replace(api, replaced),
  ]) {
    const outcome = await act();
    if (outcome.kind !== 'done') return outcome;
    for (const id of outcome.value) ids.add(id);
  }
  return { kind: 'done', value: ids };
}

function idsWritten(
  sent: readonly LocationRecord[],
  outcome: Outcome<readonly RecordOutcome[]>,
): PartOutcome {
  if (outcome.kind !== 'done') return outcome;
  const written = sent.filter((_, index) => {
    const became = outcome.value[index]?.outcome ?? 'skipped';
    return became !== 'skipped' && became !== 'refused';
  });
  return { kind: 'done', value: new Set(written.map(({ id }) => id)) };
}

/** Replaces records, by their entity tags if the first of them has one. */
async function replace(api: SetApi, changes: readonly Change[]): Promise<PartOutcome> {
  const [first] = changes;
  if (!first) return { kind: 'done', value: new Set() };
  const read = await api.read(first.id);
  if (read.kind !== 'done') return read;
  return api.knows(first.id, contentOf(read.value))
    ? replaceEach(api, changes)
    : replaceTogether(api, changes);
}

/** Replaces records one by one, several at a time, by the entity tags that they have when they are read. */
async function replaceEach(api: SetApi, changes: readonly Change[]): Promise<PartOutcome> {
  const ids = new Set<string>();
  const queue = changes.values();
  let failure: Exclude<Outcome<never>, { kind: 'done' }> | undefined;
  const work = async () => {
    for (const { id, before, after } of queue) {
      const read = failure ?? (await api.read(id));
      if (read.kind !== 'done') {
        failure = read;
        return;
      }
      const found = contentOf(read.value);
      if (isSame(found, after)) ids.add(id);
      if (!isSame(found, before) || !after) continue;
      const written = await api.replace({ id, ...after }, { content: before });
      if (written.kind === 'done' && written.value) ids.add(id);
      // Refused for this record alone: its content is not valid, or another client has written it.
      const isOfRecord = written.kind === 'refused' && [400, 412].includes(written.status);
      if (written.kind !== 'done' && !isOfRecord) failure = written;
    }
  };
  await Promise.all(Array.from({ length: replacedAtOnce }, work));
  return failure ?? { kind: 'done', value: ids };
}

/** Compares records in one request, and replaces those that are as before in another. */
async function replaceTogether(api: SetApi, changes: readonly Change[]): Promise<PartOutcome> {
  const found = await contentsOf(api, changes);
  if (found.kind !== 'done') return found;
  const already = changes.filter(({ id, after }) => isSame(found.value.get(id), after));
  const sent = recordsOf(
    changes.filter(({ id, before }) => isSame(found.value.get(id), before)),
    'after',
  );
  const outcome = idsWritten(sent, await api.putMany(sent, { onConflict: 'replace' }));
  if (outcome.kind !== 'done') return outcome;
  return { kind: 'done', value: new Set([...already.map(({ id }) => id), ...outcome.value]) };
}

async function contentsOf(
  api: SetApi,
  changes: readonly Change[],
): Promise<Outcome<ReadonlyMap<string, Content>>> {
  const expected = recordsOf(changes, 'before');
  const outcome = await api.putMany(expected, { onConflict: 'replace', dryRun: true });
  if (outcome.kind !== 'done') return outcome;
  const contents = new Map<string, Content>();
  for (const [index, record] of expected.entries()) {
    const { outcome: compared, previous } = outcome.value[index] ?? {};
    contents.set(record.id, compared === 'unchanged' ? contentOf(record) : previous);
  }
  return { kind: 'done', value: contents };
}

function recordsOf(changes: readonly Change[], side: 'before' | 'after'): LocationRecord[] {
  return changes.flatMap(({ id, [side]: content }) => (content ? [{ id, ...content }] : []));
}

/** Describes the outcome in one line; without a direction, the changes were made for the first time. */
export function describeSetOutcome(outcome: SetOutcome, direction: Direction | undefined): string {
  const { done, skipped, left, message } = outcome;
  const isUndo = direction === 'undo';
  const kinds = [
    [done.filter(({ before }) => !before).length, 'created'],
    [done.filter(({ before, after }) => before && after).length, isUndo ? 'restored' : 'replaced'],
    [done.filter(({ after }) => !after).length, 'deleted'],
  ] as const;
  const counts = kinds
    .filter(([count]) => count > 0)
    .map(([count, verb]) => `${counted(count, 'record')} ${verb}`);
  const beginning = isUndo ? 'Undone: ' : direction ? 'Done again: ' : '';
  const sentences = [`${capitalized(`${beginning}${counts.join(', ') || 'nothing'}`)}.`];
  if (skipped.length > 0) sentences.push(`${counted(skipped.length, 'record')} left as they are.`);
  if (left.length > 0) {
    const rest = `${counted(left.length, 'record')} to go; choose ${isUndo ? 'Undo' : 'Redo'} to continue.`;
    sentences.push(`${message ?? 'Stopped.'} ${rest}`);
  }
  return sentences.join(' ');
}
