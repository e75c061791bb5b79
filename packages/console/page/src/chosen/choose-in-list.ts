import type { LocationRecord } from '../api.ts';
import { makeElement } from '../make-element.ts';
import { nameOf } from '../shown-text.ts';
import type { Chosen } from './chosen.ts';

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
export function chooseInList({ list, items, recordOf }: ListItems, chosen: Chosen): () => void {
  /** Where a range begins. */
  let anchor: HTMLElement | null = null;
  list.classList.add('can-choose');

  function itemAt(target: EventTarget | null): HTMLButtonElement | null | undefined {
    return (target as Element).closest('li')?.querySelector<HTMLButtonElement>('button.record');
  }

  function toggle(item: HTMLElement) {
    const record = recordOf(item);
    anchor = item;
    if (record) chosen.toggle(record);
  }

  function chooseUpTo(item: HTMLButtonElement) {
    const all = items();
    const [from, to] = [all.indexOf(anchor as HTMLButtonElement), all.indexOf(item)].sort((a, b) => a - b);
    const range = all.slice(Math.max(from ?? 0, 0), (to ?? 0) + 1);
    chosen.add(range.flatMap((one) => recordOf(one) ?? []));
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
    if (event.key === ' ') toggle(item);
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      chosen.add(items().flatMap((one) => recordOf(one) ?? []));
    } else if (event.key === 'Escape') chosen.clear();
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
      const record = recordOf(item);
      const check = checkOf(item);
      if (!record || !check) continue;
      check.checked = chosen.has(record.id);
      check.ariaLabel = `Select ${nameOf(record, 60)}`;
    }
  }

  return () => {
    chosen.update(items().flatMap((item) => recordOf(item) ?? []));
    mark();
  };
}

/** The checkbox beside an item, which is made the first time. It is no stop of the Tab key: Space does the same. */
function checkOf(item: HTMLElement): HTMLInputElement | undefined {
  const known = item.parentElement?.querySelector('input');
  if (known) return known;
  const check = makeElement('input', { type: 'checkbox', tabIndex: -1 });
  item.after(makeElement('label', { className: 'record-check' }, check));
  return check;
}
