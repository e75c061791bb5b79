import type { Shortcut } from '../help.ts';
import { makeButton, makeElement } from '../make-element.ts';
import type { Chosen } from './chosen.ts';

/** The shortcuts, for people. */
export const chooseShortcuts: readonly Shortcut[] = [
  { keys: ['Space'], does: 'Select several records of the list, one by one' },
  { keys: ['Shift', 'click'], does: 'Select all up to a record of the list' },
  { keys: ['Ctrl', 'A'], does: 'Select all that is listed' },
];

/** What the bar does. */
interface ChosenBarOptions {
  /** The head of the list, which gets the bar. */
  readonly container: HTMLElement;
  readonly chosen: Chosen;
  /** Opens the menu that exports them. */
  readonly exportButton: HTMLButtonElement;
  /** Chooses all that is listed. */
  chooseAll(): void;
  /** Deletes them; `undefined` where nothing can be changed. */
  readonly deleteAll: (() => void) | undefined;
  /** Gives the focus to the list. */
  focusList(): void;
}

/** Makes the bar with what can be done with several records. It is there while any are chosen. */
export function createChosenBar(options: ChosenBarOptions): void {
  const { container, chosen, exportButton, chooseAll, deleteAll, focusList } = options;
  const count = makeElement('p', { className: 'chosen-count', role: 'status' });
  const clear = makeButton('Clear', leave, 'small-button');
  const bar = makeElement(
    'div',
    { className: 'chosen-bar', hidden: true },
    count,
    makeButton('Select all listed', chooseAll, 'small-button'),
    exportButton,
    ...(deleteAll ? [makeButton('Delete', deleteAll, 'small-button button-danger')] : []),
    clear,
  );
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Selected records');
  container.append(bar);

  function leave() {
    chosen.clear();
    focusList();
  }

  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') leave();
  });
  chosen.listen(() => {
    const { length } = chosen.records;
    bar.hidden = length === 0;
    count.textContent = `${length.toLocaleString('en')} selected`;
  });
}
