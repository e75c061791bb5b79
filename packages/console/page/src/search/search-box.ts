import type { Api, Box, Coordinates, LocationRecord } from '../api.ts';
import type { City } from '../base-map/base-map.ts';
import { makeButton, makeElement } from '../make-element.ts';
import { createRecordsList } from '../records-list.ts';
import { hasSingleKeys } from '../single-keys.ts';
import { findPlaces } from './find-places.ts';
import { splitAtWords, wordsOf } from './folded-text.ts';
import { maxHits, type SearchProgress, searchRecords } from './search-records.ts';

/** What a search needs, and what becomes of a hit. */
interface SearchBoxOptions {
  /** It has the field in a form, the line that says how far the search is, and the list. */
  readonly container: HTMLElement;
  readonly api: Api;
  readonly service: URL;
  /** What is in view, which is searched first. */
  readonly box: () => Box | undefined;
  /** The cities of the base map, the largest first; none before they are loaded. */
  readonly cities: () => readonly City[];
  /** Goes to coordinates or a city. */
  onGoTo(place: Coordinates): void;
  /** Goes to a hit, and selects it. */
  onSelect(record: LocationRecord): void;
  /** Opens a hit, after going there. */
  onOpen(record: LocationRecord): void;
}

/** How long after the last key a search begins, and how often its progress is shown, in milliseconds. */
const typingPause = 400;
const progressPause = 250;

/** Connects the field of the search with the list of what it finds, which is below it. */
export function createSearchBox(options: SearchBoxOptions): void {
  const { container, api, service, box, cities, ...events } = options;
  const { input, results, note, hitList } = partsOf(container);
  const places = makeElement('ul', { className: 'places', ariaLabel: 'Places' });
  note.before(places);
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
    showPlaces(text);
    list.show({ records: [], hasMore: false });
    note.textContent = 'Searching …';
    // Screen readers read how it ended, and not each number on the way.
    note.ariaBusy = 'true';
    const words = wordsOf(text);
    let lastShown = Number.NEGATIVE_INFINITY;
    try {
      for await (const progress of searchRecords(text, { api, service, box: box(), signal })) {
        const isSoon = performance.now() - lastShown < progressPause;
        if (!progress.isDone && (isSoon || progress.hits.length === 0)) continue;
        list.show({ records: progress.hits, hasMore: false });
        for (const shown of hitList.querySelectorAll('bdi')) markWords(shown, words);
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

  function showPlaces(text: string) {
    const items = findPlaces(text, cities()).map(({ name, coordinates }) => {
      const place = `${coordinates.latitude}, ${coordinates.longitude}`;
      const go = makeButton(`Go to ${name}`, () => events.onGoTo(coordinates), 'record');
      // Names repeat: there is a London in Canada, too.
      if (name !== place) go.append(makeElement('span', { className: 'record-place' }, place));
      return makeElement('li', {}, go);
    });
    places.replaceChildren(...items);
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
    } else if (event.key === 'ArrowDown' && !results.hidden && isAbove(event.target)) {
      const stops = Array.from(places.querySelectorAll('button'));
      const next = stops[stops.indexOf(event.target as HTMLButtonElement) + 1] ?? list;
      next.focus();
    } else return;
    event.preventDefault();
  });
  const isAbove = (target: EventTarget | null) => target === input || places.contains(target as Node);
  const closeFor = (target: EventTarget | null) => {
    if (!results.hidden && !container.contains(target as Node | null)) close();
  };
  document.addEventListener('focusin', ({ target }) => closeFor(target));
  document.addEventListener('click', ({ target }) => closeFor(target));
  // A click goes there, and the map must be seen then.
  hitList.addEventListener('click', close);
  places.addEventListener('click', close);
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key !== '/' || !hasSingleKeys() || ctrlKey || metaKey || altKey || isTyping(event)) return;
    event.preventDefault();
    input.select();
    input.focus();
  });
}

/** Describes the progress or the result of a search. */
export function describe({ hits: { length }, isDone }: SearchProgress): string {
  if (length === maxHits) return `The first ${maxHits} records found. Add words to find fewer.`;
  const found = `${length === 0 ? 'No' : length} ${length === 1 ? 'record' : 'records'} found`;
  return isDone ? `${found}.` : `${found} so far …`;
}

/** Marks words in a text of a hit, which is never read as HTML. */
function markWords(element: HTMLElement, words: readonly string[]): void {
  const parts = splitAtWords(element.textContent, words);
  element.replaceChildren(
    ...parts.map(({ text, isMarked }) => (isMarked ? makeElement('mark', {}, text) : text)),
  );
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
