import type { Api, Outcome } from '../api.ts';
import {
  type Change,
  type Content,
  contentOf,
  type Direction,
  describeChange,
  inverse,
  isSame,
} from './change.ts';
import type { ChangeOutcome } from './change-outcome.ts';
import { applySet, type ChangeSet, inverseSet } from './change-set.ts';
import { toCurl } from './curl.ts';
import type { SetOutcome } from './set-outcome.ts';

/** A step that was sent, for the history. */
export interface SentStep {
  /** For people. */
  readonly text: string;
  /** For a shell, if it was one request. */
  readonly curl?: string;
}

/** A change and its outcome. */
export interface Attempt {
  readonly change: Change;
  readonly outcome: ChangeOutcome;
}

/** The changes of a set and their outcome. */
export interface SetAttempt {
  readonly set: ChangeSet;
  readonly outcome: SetOutcome;
}

/**
 * Changes records through the public API, and takes changes back. The caller waits for each before the next.
 */
export interface Editing {
  /** What was sent, the last first. */
  readonly sent: readonly SentStep[];
  /** Whether there is a step to take in a direction. */
  can(direction: Direction): boolean;
  /** Whether that step is a set of changes. */
  isSet(direction: Direction): boolean;
  /** Makes a change, if the record is still what the change begins with. */
  change(change: Change): Promise<ChangeOutcome>;
  /**
   * Makes changes of different records as one step, each only if its record is what the change begins with.
   * What is left of them is the next step to redo.
   */
  changeSet(set: ChangeSet, onProgress: (set: ChangeSet, count: number) => void): Promise<SetAttempt>;
  /** Adds changes that were made already, as one step. */
  addSet(set: ChangeSet): void;
  /**
   * Undoes the last step, or redoes the last undone one, by the same rule. Returns `undefined` without one,
   * or if it is a set.
   */
  step(direction: Direction): Promise<Attempt | undefined>;
  /**
   * Undoes or redoes a set of changes. What is left of it remains the next step, and what another client has
   * written is no longer part of it. Returns `undefined` if the next step is no set.
   */
  stepSet(
    direction: Direction,
    onProgress: (set: ChangeSet, count: number) => void,
  ): Promise<SetAttempt | undefined>;
  /**
   * Takes the next step although the record has changed, and replaces the content that it finds. That is a
   * separate step, so undoing it brings the content back.
   */
  overwrite(direction: Direction, found: Content): Promise<Attempt | undefined>;
  /** Forgets the step that comes next, so that those before it can be reached. */
  forget(direction: Direction): void;
  /**
   * Stops waiting for the outcome of a change, which stays unknown, and begins no further change of a set.
   */
  stopWaiting(): void;
}

interface EditingOptions {
  readonly api: Api;
  readonly service: URL;
  /** Resolves when it is time to look again for the outcome of a change. */
  readonly wait: () => Promise<void>;
  /** Called after each change of the history. */
  readonly onHistory: () => void;
  /** Called while it is not known whether a change was done, and with `undefined` when that is over. */
  readonly onUnknown: (change: Change | undefined, message?: string) => void;
}

export function createEditing({ api, service, wait, onHistory, onUnknown }: EditingOptions): Editing {
  /** The steps that can be taken; the last of each comes first. */
  const steps: Record<Direction, (Change | ChangeSet)[]> = { undo: [], redo: [] };
  let sent: readonly SentStep[] = [];
  let isStopped = false;

  async function perform(change: Change, prefix = ''): Promise<ChangeOutcome> {
    isStopped = false;
    const outcome = await settle(change, await applyChange(api, change));
    const isUnsure = outcome.kind === 'unknown';
    if (outcome.kind === 'done' || isUnsure) {
      const text = `${prefix}${describeChange(change)}${isUnsure ? ' (it is not known whether it was done)' : ''}`;
      sent = [{ text, curl: toCurl(service, change) }, ...sent];
    }
    return outcome;
  }

  async function settle(change: Change, first: ChangeOutcome): Promise<ChangeOutcome> {
    let outcome = first;
    while (outcome.kind === 'unknown' && !isStopped) {
      onUnknown(change, outcome.message);
      await wait();
      outcome = await readOutcome(api, change);
    }
    if (first.kind === 'unknown') onUnknown(undefined);
    return outcome;
  }

  /** What was undone before a new step cannot be done again. */
  function addStep(step: Change | ChangeSet) {
    steps.undo.push(step);
    steps.redo.length = 0;
  }

  function nextChange(direction: Direction): Change | undefined {
    const step = steps[direction].at(-1);
    return step && !isChangeSet(step) ? step : undefined;
  }

  function nextSet(direction: Direction): ChangeSet | undefined {
    const step = steps[direction].at(-1);
    return step && isChangeSet(step) ? step : undefined;
  }

  /** Moves the part of a set that is done to the other side. */
  function moveSet(direction: Direction, { title }: ChangeSet, { done, left }: SetOutcome) {
    const isUndo = direction === 'undo';
    const inOrder = (changes: readonly Change[]) => (isUndo ? changes.map(inverse) : changes);
    steps[direction].pop();
    if (left.length > 0) steps[direction].push({ title, changes: inOrder(left) });
    if (done.length > 0) steps[isUndo ? 'redo' : 'undo'].push({ title, changes: inOrder(done) });
  }

  async function takeSet(
    direction: Direction,
    step: ChangeSet,
    onProgress: (set: ChangeSet, count: number) => void,
    prefix: string,
  ): Promise<SetAttempt> {
    isStopped = false;
    const set = direction === 'undo' ? inverseSet(step) : step;
    const outcome = await applySet(api, set.changes, {
      isStopped: () => isStopped,
      onProgress: (count) => onProgress(set, count),
    });
    moveSet(direction, set, outcome);
    if (outcome.done.length > 0) sent = [{ text: `${prefix}${set.title}` }, ...sent];
    onHistory();
    return { set, outcome };
  }

  return {
    get sent() {
      return sent;
    },
    can: (direction) => steps[direction].length > 0,
    isSet: (direction) => nextSet(direction) !== undefined,
    addSet(set) {
      sent = [{ text: set.title }, ...sent];
      addStep(set);
      onHistory();
    },
    async stepSet(direction, onProgress) {
      const step = nextSet(direction);
      if (!step) return undefined;
      return takeSet(direction, step, onProgress, direction === 'undo' ? 'Undo: ' : 'Redo: ');
    },
    changeSet(set, onProgress) {
      steps.redo = [set];
      return takeSet('redo', set, onProgress, '');
    },
    async change(change) {
      const outcome = await perform(change);
      if (outcome.kind === 'done') addStep(change);
      onHistory();
      return outcome;
    },
    async step(direction) {
      const step = nextChange(direction);
      if (!step) return undefined;
      const isUndo = direction === 'undo';
      const change = isUndo ? inverse(step) : step;
      const outcome = await perform(change, isUndo ? 'Undo: ' : 'Redo: ');
      if (outcome.kind === 'done' || outcome.kind === 'same') {
        steps[direction].pop();
        steps[isUndo ? 'redo' : 'undo'].push(step);
      }
      onHistory();
      return { change, outcome };
    },
    async overwrite(direction, found) {
      const step = nextChange(direction);
      if (!step) return undefined;
      const change = { id: step.id, before: found, after: direction === 'undo' ? step.before : step.after };
      const outcome = await perform(change);
      if (outcome.kind === 'done') {
        steps[direction].pop();
        addStep(change);
      }
      onHistory();
      return { change, outcome };
    },
    forget(direction) {
      steps[direction].pop();
      onHistory();
    },
    stopWaiting() {
      isStopped = true;
    },
  };
}

/** Reads the record, and sends the change only if the record is what the change begins with. */
async function applyChange(api: Api, change: Change): Promise<ChangeOutcome> {
  const read = await api.read(change.id);
  if (read.kind === 'unknown') return { kind: 'not done', message: read.message };
  if (read.kind === 'refused') return read;
  const found = contentOf(read.value);
  if (isSame(found, change.after)) return { kind: 'same' };
  if (!isSame(found, change.before)) return { kind: 'differs', found };
  const outcome = await send(api, change);
  if (outcome.kind !== 'done') return outcome;
  return outcome.value ? { kind: 'done' } : { kind: 'differs', found: undefined };
}

/** Finds out by reading alone whether a change of unknown outcome was done. */
async function readOutcome(api: Api, change: Change): Promise<ChangeOutcome> {
  const read = await api.read(change.id);
  if (read.kind !== 'done') return { kind: 'unknown', message: read.message };
  const found = contentOf(read.value);
  if (isSame(found, change.after)) return { kind: 'done' };
  return isSame(found, change.before)
    ? { kind: 'not done', message: 'The request did not reach the service.' }
    : { kind: 'differs', found };
}

/** `false` if the record to replace no longer exists. */
async function send(api: Api, { id, before, after }: Change): Promise<Outcome<boolean>> {
  if (before && after) return api.replace({ id, ...after });
  const outcome = await (after ? api.put({ id, ...after }) : api.delete(id));
  return outcome.kind === 'done' ? { kind: 'done', value: true } : outcome;
}

function isChangeSet(step: Change | ChangeSet): step is ChangeSet {
  return 'changes' in step;
}
