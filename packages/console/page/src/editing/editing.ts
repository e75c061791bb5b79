import type { Api } from '../api.ts';
import { applyChange, settleChange } from './apply-change.ts';
import { type Change, type Content, describeChange, inverse, isSame, rebase } from './change.ts';
import type { ChangeOutcome } from './change-outcome.ts';
import { toCurl } from './curl.ts';
import { type Direction, emptyHistory, nextStep, withoutStep, withStep, withTaken } from './undo-history.ts';

/** A request that was sent, for the history. */
export interface SentStep {
  readonly change: Change;
  /** For people. */
  readonly text: string;
  /** For a shell. */
  readonly curl: string;
}

/** A change and its outcome. */
export interface Attempt {
  readonly change: Change;
  readonly outcome: ChangeOutcome;
}

/** Changes records through the public API, one change after the other, and takes them back. */
export interface Editing {
  /** The requests that were sent, the last first. */
  readonly sent: readonly SentStep[];
  /** Whether there is a step to take in a direction. */
  can(direction: Direction): boolean;
  /**
   * Makes a change, if the record is still what the change begins with. One that waits for another change of
   * the same record begins with what that one leaves.
   */
  change(change: Change): Promise<Attempt>;
  /**
   * Undoes the last step, or redoes the last undone one, by the same rule. Returns `undefined` without one.
   */
  step(direction: Direction): Promise<Attempt | undefined>;
  /**
   * Takes the next step although the record has changed, and replaces the content that it finds. That is a
   * separate step, so undoing it brings the content back.
   */
  overwrite(direction: Direction, found: Content): Promise<Attempt | undefined>;
  /** Forgets the step that comes next, so that those before it can be reached. */
  forget(direction: Direction): void;
  /** Stops waiting for the outcome of a change, which stays unknown. */
  stopWaiting(): void;
}

export interface EditingOptions {
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
  let history = emptyHistory;
  let sent: readonly SentStep[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  /** A change begins when those before it have come to an end, since it may depend on them. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function perform(change: Change, prefix = ''): Promise<ChangeOutcome> {
    isStopped = false;
    const outcome = await settle(change, await applyChange(api, change));
    const isUnsure = outcome.kind === 'unknown';
    if (outcome.kind === 'done' || isUnsure) {
      const text = `${prefix}${describeChange(change)}${isUnsure ? ' (it is not known whether it was done)' : ''}`;
      sent = [{ change, text, curl: toCurl(service, change) }, ...sent];
    }
    return outcome;
  }

  async function settle(change: Change, first: ChangeOutcome): Promise<ChangeOutcome> {
    let outcome = first;
    while (outcome.kind === 'unknown' && !isStopped) {
      onUnknown(change, outcome.message);
      await wait();
      outcome = await settleChange(api, change);
    }
    if (first.kind === 'unknown') onUnknown(undefined);
    return outcome;
  }

  /**
   * A change after the requests that were sent since it was asked for. `sentBefore` counts those before that.
   */
  function rebased(asked: Change, sentBefore: number): Change {
    const since = sent.slice(0, sent.length - sentBefore).reverse();
    return since.reduce((change, { change: { id, before, after } }) => {
      const isNext = id === change.id && before && after && isSame(change.before, before);
      return isNext ? rebase(change, after) : change;
    }, asked);
  }

  async function takeStep(direction: Direction): Promise<Attempt | undefined> {
    const step = nextStep(history, direction);
    if (!step) return undefined;
    const isUndo = direction === 'undo';
    const change = isUndo ? inverse(step) : step;
    const outcome = await perform(change, isUndo ? 'Undo: ' : 'Redo: ');
    if (outcome.kind === 'done' || outcome.kind === 'same') history = withTaken(history, direction);
    onHistory();
    return { change, outcome };
  }

  return {
    get sent() {
      return sent;
    },
    can: (direction) => nextStep(history, direction) !== undefined,
    change(asked) {
      const sentBefore = sent.length;
      return inTurn(async () => {
        const change = rebased(asked, sentBefore);
        const outcome = await perform(change);
        if (outcome.kind === 'done') history = withStep(history, change);
        onHistory();
        return { change, outcome };
      });
    },
    step: (direction) => inTurn(() => takeStep(direction)),
    overwrite: (direction, found) =>
      inTurn(async () => {
        const step = nextStep(history, direction);
        if (!step) return undefined;
        const after = direction === 'undo' ? step.before : step.after;
        const change = { id: step.id, before: found, after };
        const outcome = await perform(change);
        if (outcome.kind === 'done') history = withStep(withoutStep(history, direction), change);
        onHistory();
        return { change, outcome };
      }),
    forget(direction) {
      history = withoutStep(history, direction);
      onHistory();
    },
    stopWaiting() {
      isStopped = true;
    },
  };
}
