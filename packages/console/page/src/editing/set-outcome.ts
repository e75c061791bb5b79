import { capitalized, counted } from '../shown-text.ts';
import type { Change, Direction } from './change.ts';

/** What became of a set of changes. */
export interface SetOutcome {
  /** The changes that are done. */
  readonly done: readonly Change[];
  /** Those whose records are left as they are: another client has written them, or the service refuses. */
  readonly skipped: readonly Change[];
  /** Those that were not done, because the work was stopped or the service could not be reached. */
  readonly left: readonly Change[];
  /** Why some are left, unless a person has stopped it. */
  readonly message: string | undefined;
}

/**
 * Describes the outcome of a set of changes in one line.
 *
 * @param direction `undefined` when they were made for the first time.
 */
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
