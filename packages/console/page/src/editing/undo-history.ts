import type { Change } from './change.ts';

/** The steps that can be undone, and those that can be done again; the last of each comes first. */
export interface UndoHistory {
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

/** Which way through the history: `undo` takes the last step back, `redo` does the last undone one again. */
export type Direction = 'undo' | 'redo';

/** A history without steps. */
export const emptyHistory: UndoHistory = { done: [], undone: [] };

/** The step that comes next in a direction. */
export function nextStep({ done, undone }: UndoHistory, direction: Direction): Change | undefined {
  return (direction === 'undo' ? done : undone).at(-1);
}

/** The history after a new step. What was undone before cannot be done again. */
export function withStep({ done }: UndoHistory, step: Change): UndoHistory {
  return { done: [...done, step], undone: [] };
}

/** The history after its next step was taken in a direction. */
export function withTaken(history: UndoHistory, direction: Direction): UndoHistory {
  const step = nextStep(history, direction);
  if (!step) return history;
  const { done, undone } = withoutStep(history, direction);
  return direction === 'undo' ? { done, undone: [...undone, step] } : { done: [...done, step], undone };
}

/** The history without the step that comes next, so that those before it can be reached. */
export function withoutStep({ done, undone }: UndoHistory, direction: Direction): UndoHistory {
  return direction === 'undo' ? { done: done.slice(0, -1), undone } : { done, undone: undone.slice(0, -1) };
}
