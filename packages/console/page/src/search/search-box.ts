import type { Coordinates, LocationRecord } from '../api.ts';
import { pairText } from '../editing/change.ts';
import { onSingleKey } from '../help.ts';
import { element, makeButton, makeElement } from '../make-element.ts';
import { api, box, service, world } from '../page.ts';
import { createRecordsList } from '../records-list.ts';
import { capitalized, counted } from '../shown-text.ts';
import { findPlace, findPlaces } from './find-places.ts';
import { splitAtWords, wordsOf } from './folded-text.ts';
import { maxHits, type SearchProgress, searchRecords } from './search-records.ts';

interface SearchEvents {
  /** Goes to coordinates or a city. */
  onGoTo(place: Coordinates): void;
  /** Goes to a hit, and selects it. */
  onSelect(record: LocationRecord): void;
  /** Opens a hit, after going there. */
  onOpen(record: LocationRecord): void;
}

/** How long after the last key a search begins, in milliseconds. */
const typingPause = 400;

/** Connects the field of the search with the list of what it finds, which is below it. */
export function createSearchBox({ onGoTo, onSelect, onOpen }: SearchEvents): void {
  const container = element('search');
  const input = container.querySelector('input') as HTMLInputElement;
  const results = container.querySelector('.results') as HTMLElement;
  const note = container.querySelector('.results-note') as HTMLElement;
  const hitList = container.querySelector('.records') as HTMLElement;
  const places = makeElement('ul', { className: 'places', ariaLabel: 'Places' });
  note.before(places);
  let running = new AbortController();
  let timer = 0;

  const list = createRecordsList(hitList, {
    onSelect,
    onOpen(record) {
      close();
      onSelect(record);
      onOpen(record);
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

  /** Screen readers read how it ended, and not each number on the way. */
  function say(text: string, isDone: boolean) {
    note.textContent = text;
    note.ariaBusy = String(!isDone);
  }

  async function search() {
    stop();
    const text = input.value;
    results.hidden = text.trim() === '';
    if (results.hidden) return;
    running = new AbortController();
    const { signal } = running;
    showPlaces(text);
    list.show([]);
    say('Searching …', false);
    const words = wordsOf(text);
    try {
      for await (const progress of searchRecords(text, { api, service, box: box(), signal })) {
        if (!progress.isDone && progress.hits.length === 0) continue;
        list.show(progress.hits);
        for (const shown of hitList.querySelectorAll('bdi')) markWords(shown, words);
        say(describe(progress), progress.isDone);
        // Lets the page draw, and take keys.
        await new Promise((resolve) => setTimeout(resolve));
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) say((error as Error).message, true);
    }
  }

  function showPlaces(text: string) {
    const items = findPlaces(text, world.cities).map(({ name, coordinates }) => {
      const place = pairText(coordinates);
      const go = makeButton(`Go to ${name}`, () => onGoTo(coordinates), 'record');
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
    const place = findPlace(input.value, world.cities);
    if (!place) return void search();
    close();
    onGoTo(place.coordinates);
  });
  container.addEventListener('keydown', (event) => {
    const stops = [input, ...places.querySelectorAll('button')];
    const index = stops.indexOf(event.target as HTMLInputElement);
    if (results.hidden) return;
    if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'ArrowDown' && index >= 0) (stops[index + 1] ?? list).focus();
    else return;
    event.preventDefault();
  });
  for (const kind of ['focusin', 'click']) {
    document.addEventListener(kind, ({ target }) => {
      if (!results.hidden && !container.contains(target as Node | null)) close();
    });
  }
  // A click goes there, and the map must be seen then.
  hitList.addEventListener('click', close);
  places.addEventListener('click', close);
  onSingleKey('/', () => {
    input.select();
    input.focus();
  });
}

function describe({ hits: { length }, isDone }: SearchProgress): string {
  if (length === maxHits) return `The first ${maxHits} records found. Add words to find fewer.`;
  const found = `${capitalized(counted(length, 'record'))} found`;
  return isDone ? `${found}.` : `${found} so far …`;
}

function markWords(shown: HTMLElement, words: readonly string[]): void {
  const parts = splitAtWords(shown.textContent, words);
  shown.replaceChildren(
    ...parts.map(({ text, isMarked }) => (isMarked ? makeElement('mark', {}, text) : text)),
  );
}
