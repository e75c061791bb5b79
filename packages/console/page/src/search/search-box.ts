import type { Api, Box, LocationRecord } from '../api.ts';
import { createRecordsList } from '../records-list.ts';
import { maxHits, type SearchProgress, searchRecords } from './search-records.ts';
import { type StreamOptions, streamRecords } from './stream-records.ts';

/** What a search needs, and what becomes of a hit. */
interface SearchBoxOptions {
  /** It has the field in a form, the line that says how far the search is, and the list. */
  readonly container: HTMLElement;
  readonly api: Api;
  readonly service: URL;
  /** What is in view, which is searched first. */
  readonly box: () => Box | undefined;
  /** Goes to a hit, and selects it. */
  onSelect(record: LocationRecord): void;
  /** Opens a hit, after going there. */
  onOpen(record: LocationRecord): void;
}

/** How long after the last key a search begins, and how often its progress is shown, in milliseconds. */
const typingPause = 400;
const progressPause = 250;

/** Connects the field of the search with the list of what it finds, which is below it. */
export function createSearchBox({ container, api, service, box, ...events }: SearchBoxOptions): void {
  const { input, results, note, hitList } = partsOf(container);
  let running = new AbortController();
  let timer = 0;

  const list = createRecordsList(hitList, {
    onSelect: (record) => events.onSelect(record),
    onOpen(record) {
      close();
      events.onSelect(record);
      events.onOpen(record);
    },
  });

  function stop() {
    clearTimeout(timer);
    running.abort();
  }

  function close() {
    stop();
    results.hidden = true;
  }

  async function search() {
    stop();
    const text = input.value;
    results.hidden = text.trim() === '';
    if (results.hidden) return;
    running = new AbortController();
    const { signal } = running;
    list.show({ records: [], hasMore: false });
    note.textContent = 'Searching …';
    // Screen readers read how it ended, and not each number on the way.
    note.ariaBusy = 'true';
    let lastShown = 0;
    try {
      const options = {
        api,
        box: box(),
        signal,
        stream: (part: Omit<StreamOptions, 'service'>) => streamRecords({ service, ...part }),
      };
      for await (const progress of searchRecords(text, options)) {
        if (!progress.isDone && performance.now() - lastShown < progressPause) continue;
        list.show({ records: progress.hits, hasMore: false });
        note.textContent = describe(progress);
        note.ariaBusy = String(!progress.isDone);
        await nextTask();
        lastShown = performance.now();
        if (signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      note.textContent = (error as Error).message;
      note.ariaBusy = 'false';
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(search, typingPause);
  });
  container.addEventListener('submit', (event) => {
    event.preventDefault();
    void search();
  });
  container.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !results.hidden) {
      close();
      input.focus();
    } else if (event.key === 'ArrowDown' && event.target === input && !results.hidden) list.focus();
    else return;
    event.preventDefault();
  });
  const closeFor = (target: EventTarget | null) => {
    if (!results.hidden && !container.contains(target as Node | null)) close();
  };
  document.addEventListener('focusin', ({ target }) => closeFor(target));
  document.addEventListener('click', ({ target }) => closeFor(target));
  // A click goes there, and the map must be seen then.
  hitList.addEventListener('click', close);
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key !== '/' || ctrlKey || metaKey || altKey || isTyping(event)) return;
    event.preventDefault();
    input.select();
    input.focus();
  });
}

/** Describes the progress or the result of a search. */
export function describe({ hits: { length }, searched, isDone }: SearchProgress): string {
  const found = `${length === 0 ? 'No' : length} ${length === 1 ? 'record' : 'records'} found`;
  if (length === maxHits) return `The first ${maxHits} records found. Add words to find fewer.`;
  const counted = `searched ${searched.toLocaleString('en')} records`;
  return isDone ? `${found}, ${counted}.` : `${found} so far, ${counted} …`;
}

/** Lets the page draw, and take keys. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Whether a key belongs to a field, or to a dialog. */
function isTyping({ target }: KeyboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
  return isField || document.querySelector('dialog[open]') !== null;
}

function partsOf(container: HTMLElement) {
  return {
    input: container.querySelector('input') as HTMLInputElement,
    results: container.querySelector('.results') as HTMLElement,
    note: container.querySelector('.results-note') as HTMLElement,
    hitList: container.querySelector('.records') as HTMLElement,
  };
}
