import type { Api, Box, RecordsPage } from './api.ts';
import type { RecordsList } from './records-list.ts';
import type { Status } from './status.ts';

/** How many records the list has at most. */
const listLength = 100;

/** How often the list is read again, in milliseconds. */
const interval = 2000;

/** What keeps the list of what is in view. */
export interface RecordsInViewOptions {
  readonly api: Api;
  readonly list: RecordsList;
  readonly status: Status;
  /** The line below the list. */
  readonly note: HTMLElement;
  readonly box: () => Box | undefined;
}

/** Keeps the list at what is in view: after each move, and every two seconds while the page is visible. */
export function createRecordsInView({ api, list, status, note, box }: RecordsInViewOptions): {
  refresh(): void;
} {
  let running = new AbortController();
  let last = '';

  async function refresh() {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const outcome = await api.list(box(), listLength, signal);
    if (signal.aborted) return;
    status.problem('list', outcome.kind === 'done' ? undefined : outcome.message);
    if (outcome.kind !== 'done') return;
    const text = describe(outcome.value);
    list.show(outcome.value);
    note.textContent = noteFor(outcome.value);
    // The same words again would be read aloud again.
    if (text !== last) status.say(text);
    last = text;
  }

  setInterval(() => {
    if (!document.hidden) void refresh();
  }, interval);
  return { refresh: () => void refresh() };
}

function describe({ records: { length }, hasMore }: RecordsPage): string {
  if (hasMore) return `More than ${length} records in view`;
  return `${length === 0 ? 'No' : length} ${length === 1 ? 'record' : 'records'} in view`;
}

function noteFor({ records: { length }, hasMore }: RecordsPage): string {
  if (hasMore) return `These are ${length} of more records in view. Zoom in to list all.`;
  return length === 0 ? 'No record is in view. Zoom out or move the map.' : '';
}
