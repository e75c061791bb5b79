import type { LocationRecord } from './api.ts';
import { chooseInList } from './chosen/choosing.ts';
import { makeButton, makeElement } from './make-element.ts';
import { chosen } from './page.ts';
import { hasName, nameOf, shownId, showText } from './shown-text.ts';

interface RecordsListEvents {
  /** A record got the focus or a click: the map shows it. */
  onSelect(record: LocationRecord): void;
  /** Enter or a second click: the editor opens. */
  onOpen(record: LocationRecord): void;
}

/** A list of records. A person who does not see the map has the same records here. */
export type RecordsList = ReturnType<typeof createRecordsList>;

/**
 * Makes the list in a `<ul>`. Its items are buttons: the Tab key reaches one, and arrow keys the others.
 *
 * @param canChoose whether people can choose several records in it.
 */
export function createRecordsList(list: HTMLElement, events: RecordsListEvents, canChoose = false) {
  let items: readonly HTMLButtonElement[] = [];
  let shown = new Map<string, HTMLButtonElement>();
  const records = new WeakMap<HTMLElement, LocationRecord>();
  let selected: string | undefined;

  const recordOf = (item: HTMLElement | null | undefined) => (item ? records.get(item) : undefined);
  const showChosen = canChoose ? chooseInList({ list, items: () => items, recordOf }) : undefined;

  const selectedItem = () => (selected === undefined ? undefined : shown.get(selected));
  const current = () => selectedItem() ?? items[0];

  function mark(id: string | undefined) {
    selected = id;
    for (const item of items) {
      item.tabIndex = item === current() ? 0 : -1;
      item.ariaCurrent = item === selectedItem() ? 'true' : null;
    }
  }

  /** The button of a record, with its name and identifier. */
  function itemFor(record: LocationRecord): HTMLButtonElement {
    const item = shown.get(record.id) ?? makeButton('', () => {}, 'record');
    const last = recordOf(item);
    records.set(item, record);
    if (last && JSON.stringify(last) === JSON.stringify(record)) return item;
    const id = hasName(record) ? shownId(record.id, 80) : '';
    item.replaceChildren(
      showText(makeElement('span', { className: 'record-name' }), nameOf(record)),
      showText(makeElement('span', { className: 'record-id', hidden: id === '' }), id),
    );
    return item;
  }

  function selectItem(item: HTMLElement | undefined) {
    const record = recordOf(item);
    if (!item || !record) return;
    mark(record.id);
    item.focus();
    events.onSelect(record);
  }

  list.addEventListener('click', ({ target }) => {
    const item = (target as Element).closest<HTMLElement>('button.record');
    const record = recordOf(item);
    if (!item || !record) return;
    const isSecond = selected === record.id;
    selectItem(item);
    if (isSecond) events.onOpen(record);
  });

  list.addEventListener('keydown', (event) => {
    const index = items.indexOf(document.activeElement as HTMLButtonElement);
    const record = recordOf(items[index]);
    if (!record) return;
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) selectItem(items[Math.min(Math.max(next, 0), items.length - 1)]);
    else if (event.key === 'Enter') {
      mark(record.id);
      events.onOpen(record);
    } else return;
    event.preventDefault();
  });

  return {
    /** Shows records in their order. A record that stays keeps its element, and with it the focus. */
    show(listed: readonly LocationRecord[]) {
      const focused = document.activeElement;
      const wasListed = selectedItem() !== undefined;
      shown = new Map(listed.map((record) => [record.id, itemFor(record)]));
      items = [...shown.values()];
      const before = Array.from(list.children, ({ firstElementChild }) => firstElementChild);
      const isSame = before.length === items.length && items.every((item, index) => item === before[index]);
      if (!isSame)
        list.replaceChildren(...items.map((item) => item.parentElement ?? makeElement('li', {}, item)));
      mark(selected);
      // A link may select it before it is listed.
      if (!wasListed) selectedItem()?.scrollIntoView({ block: 'nearest' });
      showChosen?.();
      // Moving an element in the document takes its focus away.
      if (focused instanceof HTMLElement && items.includes(focused as HTMLButtonElement)) focused.focus();
    },
    /** Marks the selected record, and scrolls to it, if it is in the list. */
    select(id: string | undefined) {
      const isOther = id !== selected;
      mark(id);
      if (isOther) selectedItem()?.scrollIntoView({ block: 'nearest' });
    },
    chooseAll: () => chosen.add(items.flatMap((item) => recordOf(item) ?? [])),
    /** Moves the focus to the selected record, to the first, or to the empty list. */
    focus: () => (current() ?? list).focus(),
  };
}
