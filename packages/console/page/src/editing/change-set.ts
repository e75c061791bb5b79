import type { Api, LocationRecord, Outcome } from '../api.ts';
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
type BulkApi = Pick<Api, 'putMany' | 'deleteMany'>;

/** How many changes are sent at once: less than 8 MiB. */
const maxChanges = 500;

/**
 * Makes the changes of a set, each only if its record is what the change begins with, or is already as the
 * change leaves it. So a part without a response can be made again: it is left, and nothing further begins.
 */
export async function applySet(
  api: BulkApi,
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

/** Resolves to the identifiers of the records that are as the changes leave them. */
async function applyPart(api: BulkApi, part: readonly Change[]): Promise<Outcome<ReadonlySet<string>>> {
  const created = part.filter(({ before }) => !before);
  const deleted = part.filter(({ after }) => !after);
  const replaced = part.filter(({ before, after }) => before && after);
  const found = await contentsOf(api, replaced);
  if (found.kind !== 'done') return found;
  const toReplace = replaced.filter(({ id, before }) => isSame(found.value.get(id), before));
  const alreadyReplaced = replaced.filter(({ id, after }) => isSame(found.value.get(id), after));
  const ids = new Set(alreadyReplaced.map(({ id }) => id));

  for (const [sent, send] of [
    [recordsOf(deleted, 'before'), api.deleteMany],
    [recordsOf(created, 'after'), (records) => api.putMany(records, { onConflict: 'skip' })],
    [recordsOf(toReplace, 'after'), (records) => api.putMany(records, { onConflict: 'replace' })],
  ] as readonly (readonly [LocationRecord[], Api['deleteMany']])[]) {
    const outcome = await send(sent);
    if (outcome.kind !== 'done') return outcome;
    for (const [index, { id }] of sent.entries()) {
      const became = outcome.value[index]?.outcome ?? 'skipped';
      if (became !== 'skipped' && became !== 'refused') ids.add(id);
    }
  }
  return { kind: 'done', value: ids };
}

async function contentsOf(
  api: BulkApi,
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
