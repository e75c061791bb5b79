import { type Change, type Content, rebase } from './change.ts';
import type { Attempt, Editing } from './editing.ts';
import { askBeforeChanging, askBeforeStep } from './questions.ts';
import type { Direction } from './undo-history.ts';

/** Changes that ask what to do if another client has written the record. */
export interface AskedChanges {
  /** Whether a change is on its way. */
  readonly isRunning: boolean;
  /** Counts changes that began and ended, so that a read across one is known to be old. */
  readonly activity: number;
  /**
   * Makes a change, and asks each time that the record has changed.
   *
   * @param question resolves to the change to make in its place, if any.
   */
  insist(
    change: Change,
    question: (change: Change, found: Content) => Promise<Change | undefined>,
  ): Promise<Attempt>;
  /** Makes a change. A move on top of another client's change keeps the description of that client. */
  make(change: Change, label: string): Promise<Attempt>;
  /**
   * Undoes or redoes a step; `undefined` without one. A step requested before a question came up is not
   * taken: it has the outcome of the step in question.
   */
  step(direction: Direction): Promise<Attempt | undefined>;
}

export function createAskedChanges(editing: Editing): AskedChanges {
  let activity = 0;
  let running = 0;
  let questions = 0;
  let lastStep: Promise<Attempt | undefined> = Promise.resolve(undefined);

  async function attempt<Value>(work: () => Promise<Value>): Promise<Value> {
    activity++;
    running++;
    try {
      return await work();
    } finally {
      activity++;
      running--;
    }
  }

  const insist: AskedChanges['insist'] = async (first, question) => {
    for (let asked = first; ; ) {
      const tried = await attempt(() => editing.change(asked));
      const { change, outcome } = tried;
      const next = outcome.kind === 'differs' ? await question(change, outcome.found) : undefined;
      if (!next) return tried;
      asked = next;
    }
  };

  async function takeStep(direction: Direction): Promise<Attempt | undefined> {
    let tried: Attempt | undefined = await attempt(() => editing.step(direction));
    while (tried?.outcome.kind === 'differs') {
      const { found }: { readonly found: Content } = tried.outcome;
      questions++;
      const choice = await askBeforeStep({ ...tried.change, before: found }, direction);
      if (choice === 'forget') editing.forget(direction);
      if (choice !== 'write') break;
      tried = await attempt(() => editing.overwrite(direction, found));
    }
    return tried;
  }

  return {
    get isRunning() {
      return running > 0;
    },
    get activity() {
      return activity;
    },
    insist,
    make: (wanted, label) =>
      insist(wanted, async (change, found) => {
        const next = rebase(change, found);
        return (await askBeforeChanging(next, label)) ? next : undefined;
      }),
    step(direction) {
      const questionsBefore = questions;
      const turn = lastStep.then((last) => (questions > questionsBefore ? last : takeStep(direction)));
      lastStep = turn.catch(() => undefined);
      return turn;
    },
  };
}
