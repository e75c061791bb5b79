import type { LocationRecord, RecordsPage } from './api.ts';
import { chooseInList } from './chosen/choose-in-list.ts';
import type { Chosen } from './chosen/chosen.ts';
import { hasName, nameOf, shownId, showText } from './shown-text.ts';

/** What the list tells of. */
interface RecordsListEvents {
  /** A record got the focus or a click: the map shows it. */
  onSelect(record: LocationRecord): void;
  /** Enter or a second click: the editor opens. */
  onOpen(record: LocationRecord): void;
}

/** The list of records in view. A person who does not see the map has the same records here. */
export interface RecordsList {
  /** Shows records in their order. A record that stays keeps its element, and with it the focus. */
  show(page: RecordsPage): void;
  /** Marks the selected record, and scrolls to it, if it is in the list. */
  select(id: string | undefined): void;
  /** Chooses all that is listed. */
  chooseAll(): void;
  /** Moves the focus to the selected record, to the first, or to the empty list. */
  focus(): void;
}

/**
 * Makes the list in a `<ul>`. Its items are buttons: the Tab key reaches one, and arrow keys the others.
 *
 * @param chosen several records that are chosen in the list, if it lets people do so.
 */
export function createRecordsList(
  list: HTMLElement,
  events: RecordsListEvents,
  chosen?: Chosen,
): RecordsList {
  let items: readonly HTMLButtonElement[] = [];
  let shown = new Map<string, HTMLButtonElement>();
  const recordOf = new WeakMap<HTMLElement, LocationRecord>();
  let selected: string | undefined;

  const listItems = { list, items: () => items, recordOf: (item: HTMLElement) => recordOf.get(item) };
  const showChosen = chosen && chooseInList(listItems, chosen);

  const current = () => (selected === undefined ? undefined : shown.get(selected)) ?? items[0];

  function mark() {
    const reached = current();
    const chosen = selected === undefined ? undefined : shown.get(selected);
    for (const item of items) {
      item.tabIndex = item === reached ? 0 : -1;
      item.ariaCurrent = item === chosen ? 'true' : null;
    }
  }

  function makeItem(): HTMLButtonElement {
    const item = document.createElement('button');
    item.type = 'button';
    item.className = 'record';
    item.append(part('record-name'), part('record-id'));
    return item;
  }

  function fill(item: HTMLButtonElement, record: LocationRecord) {
    const last = recordOf.get(item);
    recordOf.set(item, record);
    if (last && JSON.stringify(last) === JSON.stringify(record)) return;
    const [name, id] = Array.from(item.children) as HTMLElement[];
    if (name) showText(name, nameOf(record));
    if (id) showText(id, hasName(record) ? shownId(record.id, 80) : '');
  }

  function selectItem(item: HTMLElement | undefined) {
    const record = item && recordOf.get(item);
    if (!item || !record) return;
    selected = record.id;
    mark();
    item.focus();
    events.onSelect(record);
  }

  list.addEventListener('click', ({ target }) => {
    const item = (target as Element).closest<HTMLElement>('button.record');
    const record = item && recordOf.get(item);
    if (!record) return;
    const isSecond = selected === record.id;
    selectItem(item);
    if (isSecond) events.onOpen(record);
  });

  list.addEventListener('keydown', (event) => {
    const index = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    const record = items[index] && recordOf.get(items[index]);
    if (next !== undefined && index >= 0) selectItem(items[Math.min(Math.max(next, 0), items.length - 1)]);
    else if (event.key === 'Enter' && record) {
      selected = record.id;
      mark();
      events.onOpen(record);
    } else return;
    event.preventDefault();
  });

  return {
    show({ records }) {
      const before = shown;
      const focused = document.activeElement;
      shown = new Map(records.map((record) => [record.id, before.get(record.id) ?? makeItem()]));
      items = [...shown.values()];
      for (const record of records) fill(shown.get(record.id) as HTMLButtonElement, record);
      replaceItems(list, items);
      mark();
      showChosen?.();
      // Moving an element in the document takes its focus away.
      if (focused instanceof HTMLElement && items.includes(focused as HTMLButtonElement)) focused.focus();
    },
    select(id) {
      const isOther = id !== selected;
      selected = id;
      mark();
      if (isOther && id !== undefined) shown.get(id)?.scrollIntoView({ block: 'nearest' });
    },
    chooseAll: () => chosen?.add(items.flatMap((item) => recordOf.get(item) ?? [])),
    focus: () => (current() ?? list).focus(),
  };
}

function part(name: string): HTMLElement {
  const element = document.createElement('span');
  element.className = name;
  return element;
}

/** Puts each button into an item of the list, and leaves the document alone if nothing has moved. */
function replaceItems(list: HTMLElement, buttons: readonly HTMLButtonElement[]) {
  const before = Array.from(list.children, (item) => item.firstElementChild);
  if (before.length === buttons.length && buttons.every((button, index) => button === before[index])) return;
  const items = buttons.map((button) => {
    const item = button.parentElement ?? document.createElement('li');
    if (!button.parentElement) item.append(button);
    return item;
  });
  list.replaceChildren(...items);
}
