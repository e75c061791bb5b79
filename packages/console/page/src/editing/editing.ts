import { type Api, type Outcome, recordUrl } from '../api.ts';
import { escapeUnprintable } from '../shown-text.ts';
import {
  type Change,
  type ChangeOutcome,
  type Content,
  contentOf,
  type Direction,
  describeChange,
  inverse,
  isSame,
} from './change.ts';
import { applySet, type ChangeSet, type SetOutcome } from './change-set.ts';

/** A step that was sent, for the history: a line for people, and a command if it was one request. */
export interface SentStep {
  readonly text: string;
  readonly curl?: string;
}

export interface Attempt {
  readonly change: Change;
  readonly outcome: ChangeOutcome;
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

type OnProgress = (set: ChangeSet, count: number) => void;

export type Editing = ReturnType<typeof createEditing>;

/**
 * Changes records through the public API, and takes changes back. The caller waits for each before the next.
 */
export function createEditing({ api, service, wait, onHistory, onUnknown }: EditingOptions) {
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
    return step && !('changes' in step) ? step : undefined;
  }

  function nextSet(direction: Direction): ChangeSet | undefined {
    const step = steps[direction].at(-1);
    return step && 'changes' in step ? step : undefined;
  }

  /** Takes a set, and moves what is done to the other side. */
  async function takeSet(direction: Direction, step: ChangeSet, onProgress: OnProgress, prefix: string) {
    isStopped = false;
    const isUndo = direction === 'undo';
    const { title } = step;
    const turned = (changes: readonly Change[]) => (isUndo ? changes.map(inverse) : changes);
    const set = { title, changes: turned(step.changes) };
    const outcome = await applySet(
      api,
      set.changes,
      () => isStopped,
      (count) => onProgress(set, count),
    );
    const { done, left } = outcome;
    steps[direction].pop();
    if (left.length > 0) steps[direction].push({ title, changes: turned(left) });
    if (done.length > 0) {
      steps[isUndo ? 'redo' : 'undo'].push({ title, changes: turned(done) });
      sent = [{ text: `${prefix}${title}` }, ...sent];
    }
    onHistory();
    return outcome;
  }

  return {
    get sent() {
      return sent;
    },
    can: (direction: Direction) => steps[direction].length > 0,
    /** Whether the step to take in a direction is a set of changes. */
    isSet: (direction: Direction) => nextSet(direction) !== undefined,
    /** Adds changes that were made already, as one step. */
    addSet(set: ChangeSet) {
      sent = [{ text: set.title }, ...sent];
      addStep(set);
      onHistory();
    },
    /**
     * Undoes or redoes a set of changes. What is left of it remains the next step, and what another client has
     * written is no longer part of it. Returns `undefined` if the next step is no set.
     */
    async stepSet(direction: Direction, onProgress: OnProgress): Promise<SetOutcome | undefined> {
      const step = nextSet(direction);
      return step && takeSet(direction, step, onProgress, direction === 'undo' ? 'Undo: ' : 'Redo: ');
    },
    /**
     * Makes changes of different records as one step, each only if its record is what the change begins with.
     * What is left of them is the next step to redo.
     */
    changeSet(set: ChangeSet, onProgress: OnProgress): Promise<SetOutcome> {
      steps.redo = [set];
      return takeSet('redo', set, onProgress, '');
    },
    /** Makes a change, if the record is still what the change begins with. */
    async change(change: Change): Promise<ChangeOutcome> {
      const outcome = await perform(change);
      if (outcome.kind === 'done') addStep(change);
      onHistory();
      return outcome;
    },
    /**
     * Undoes the last step, or redoes the last undone one, by the same rule. Returns `undefined` without one,
     * or if it is a set.
     */
    async step(direction: Direction): Promise<Attempt | undefined> {
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
    /**
     * Takes the next step although the record has changed, and replaces the content that it finds. That is a
     * separate step, so undoing it brings the content back.
     */
    async overwrite(direction: Direction, found: Content): Promise<Attempt | undefined> {
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
    /** Forgets the step that comes next, so that those before it can be reached. */
    forget(direction: Direction) {
      steps[direction].pop();
      onHistory();
    },
    /** Stops waiting for the outcome of a change, which stays unknown, and begins no further one of a set. */
    stopWaiting() {
      isStopped = true;
    },
  };
}

/**
 * Makes the change only if the record is what the change begins with: the service compares if it has entity
 * tags, and otherwise the page reads the record first.
 */
async function applyChange(api: Api, change: Change): Promise<ChangeOutcome> {
  const difference = api.knows(change.id, change.before) ? undefined : await compare(api, change);
  if (difference) return difference;
  const outcome = await send(api, change);
  if (outcome.kind === 'refused' && outcome.status === 412) {
    return (await compare(api, change)) ?? { kind: 'not done', message: 'Others are writing this record.' };
  }
  if (outcome.kind !== 'done') return outcome;
  return outcome.value ? { kind: 'done' } : { kind: 'differs', found: undefined };
}

/** Reads the record. Resolves to `undefined` if it is what the change begins with. */
async function compare(api: Api, change: Change): Promise<ChangeOutcome | undefined> {
  const read = await api.read(change.id);
  if (read.kind === 'unknown') return { kind: 'not done', message: read.message };
  if (read.kind === 'refused') return read;
  const found = contentOf(read.value);
  if (isSame(found, change.after)) return { kind: 'same' };
  return isSame(found, change.before) ? undefined : { kind: 'differs', found };
}

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
function send(api: Api, { id, before, after }: Change): Promise<Outcome<boolean>> {
  const condition = { content: before };
  if (before && after) return api.replace({ id, ...after }, condition);
  return after ? api.put({ id, ...after }, condition) : api.delete(id, condition);
}

/** Returns the request of a change as a command for a POSIX shell, safe to paste with any identifier. */
export function toCurl(service: URL, { id, before, after }: Change): string {
  const { href } = recordUrl(service, id);
  // Curl takes brackets and braces for patterns.
  const curl = /[[\]{}]/.test(href) ? 'curl --globoff' : 'curl';
  if (!after) return `${curl} -X DELETE ${quote(href)}`;
  // In JSON, an escape means the character; a terminal would obey the character itself.
  const json = quote(escapeUnprintable(JSON.stringify(after)));
  const header = quote('Content-Type: application/json');
  return `${curl} -X ${before ? 'PUT' : 'POST'} ${quote(href)} -H ${header} --data-binary ${json}`;
}

/** Between single quotes a shell takes everything as it is, except for a single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
