import type { LocationRecord } from '../api.ts';
import type { Shortcut } from '../help.ts';
import { element, makeButton, makeElement } from '../make-element.ts';
import { chosen } from '../page.ts';
import { nameOf } from '../shown-text.ts';

export const chooseShortcuts: readonly Shortcut[] = [
  { keys: ['Space'], does: 'Select several records of the list, one by one' },
  { keys: ['Shift', 'click'], does: 'Select all up to a record of the list' },
  { keys: ['Ctrl', 'A'], does: 'Select all that is listed' },
];

interface ChosenBarOptions {
  /** Opens the menu that exports them. */
  readonly exportButton: HTMLButtonElement;
  chooseAll(): void;
  readonly deleteAll: (() => void) | undefined;
  focusList(): void;
}

/** Makes the bar with what can be done with several records. It is there while any are chosen. */
export function createChosenBar(options: ChosenBarOptions): void {
  const { exportButton, chooseAll, deleteAll, focusList } = options;
  const count = makeElement('p', { className: 'chosen-count', role: 'status' });
  const bar = makeElement(
    'div',
    { className: 'chosen-bar', hidden: true, role: 'group', ariaLabel: 'Selected records' },
    count,
    makeButton('Select all listed', chooseAll, 'small-button'),
    exportButton,
    ...(deleteAll ? [makeButton('Delete', deleteAll, 'small-button button-danger')] : []),
    makeButton('Clear', leave, 'small-button'),
  );
  element('list-head').append(bar);

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

/** The items of a list, as far as choosing needs them. */
interface ListItems {
  /** The `<ul>`; each item has a button. */
  readonly list: HTMLElement;
  readonly items: () => readonly HTMLButtonElement[];
  readonly recordOf: (item: HTMLElement) => LocationRecord | undefined;
}

/**
 * Lets people choose several items of a list: by their checkboxes, by Ctrl or Cmd and a click, by Shift up to
 * where they were before, and by Space. Returns a function that shows what is chosen.
 */
export function chooseInList({ list, items, recordOf }: ListItems): () => void {
  /** Where a range begins. */
  let anchor: HTMLButtonElement | undefined;
  list.classList.add('can-choose');

  const itemAt = (target: EventTarget | null) =>
    (target as Element).closest('li')?.querySelector<HTMLButtonElement>('button.record');
  const recordsOf = (some: readonly HTMLElement[]) => some.flatMap((item) => recordOf(item) ?? []);

  function toggle(item: HTMLButtonElement) {
    anchor = item;
    for (const record of recordsOf([item])) chosen.toggle(record);
  }

  function chooseUpTo(item: HTMLButtonElement) {
    const all = items();
    const start = Math.max(anchor ? all.indexOf(anchor) : 0, 0);
    const end = all.indexOf(item);
    chosen.add(recordsOf(all.slice(Math.min(start, end), Math.max(start, end) + 1)));
  }

  list.addEventListener(
    'click',
    (event) => {
      const item = itemAt(event.target);
      if (!item || (event.target as Element).closest('.record-check')) return;
      const { shiftKey, ctrlKey, metaKey } = event;
      if (!shiftKey && !ctrlKey && !metaKey) {
        anchor = item;
        return;
      }
      // A click that chooses neither selects the record nor opens it.
      event.stopImmediatePropagation();
      item.focus();
      if (shiftKey) chooseUpTo(item);
      else toggle(item);
    },
    { capture: true },
  );
  list.addEventListener('change', ({ target }) => {
    const item = itemAt(target);
    if (item) toggle(item);
  });
  list.addEventListener('keydown', (event) => {
    const item = itemAt(event.target);
    if (!item || event.target !== item) return;
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
    if (event.key === ' ') toggle(item);
    else if (isAll) chosen.add(recordsOf(items()));
    else if (event.key === 'Escape') chosen.clear();
    else return;
    event.preventDefault();
  });
  // A button is pressed when Space comes up.
  list.addEventListener('keyup', (event) => {
    if (event.key === ' ') event.preventDefault();
  });
  chosen.listen(mark);

  function mark() {
    list.classList.toggle('is-choosing', chosen.records.length > 0);
    for (const item of items()) {
      const check = item.nextElementSibling?.querySelector('input');
      const record = recordOf(item);
      if (record && check) check.checked = chosen.has(record.id);
    }
  }

  return () => {
    for (const item of items()) addCheck(item, recordOf(item));
    chosen.update(recordsOf(items()));
    mark();
  };
}

/** Makes the checkbox beside an item the first time. It is no stop of the Tab key: Space does the same. */
function addCheck(item: HTMLElement, record: LocationRecord | undefined) {
  let check = item.nextElementSibling?.querySelector('input');
  if (!check) {
    check = makeElement('input', { type: 'checkbox', tabIndex: -1 });
    item.after(makeElement('label', { className: 'record-check' }, check));
  }
  check.ariaLabel = record ? `Select ${nameOf(record, 60)}` : '';
}
