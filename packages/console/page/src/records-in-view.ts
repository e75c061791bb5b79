import { type Api, type Box, joinPages, type Outcome, type RecordsPage } from './api.ts';
import type { RecordsList } from './records-list.ts';
import type { Status } from './status.ts';
import { turnedBoxes } from './view-box.ts';

/** How many records the list has at most. */
const listLength = 100;

/** What keeps the list of what is in view. */
interface RecordsInViewOptions {
  readonly api: Api;
  readonly list: RecordsList;
  readonly status: Status;
  /** The title above the list, which has the number of records in it. */
  readonly title: HTMLElement;
  /** The line below the list. */
  readonly note: HTMLElement;
  readonly box: () => Box | undefined;
}

/**
 * Returns a function that reads the list of what is in view again, and says how many records there are:
 * `false` if that fails. A call that a later one overtakes ends with that one.
 */
export function createRecordsInView(options: RecordsInViewOptions): () => Promise<boolean> {
  const { api, list, status, title, note, box } = options;
  let running = new AbortController();
  let latest: Promise<boolean> = Promise.resolve(true);
  let lastText = '';

  async function read(signal: AbortSignal): Promise<boolean> {
    const outcome = await readBoxes(api, box(), signal);
    if (signal.aborted) return latest;
    status.problem('list', outcome.kind === 'done' ? undefined : outcome.message);
    if (outcome.kind !== 'done') return false;
    list.show(outcome.value);
    title.textContent = titleFor(outcome.value);
    note.textContent = noteFor(outcome.value);
    const text = describe(outcome.value);
    // The same words again would be read aloud again.
    if (text !== lastText) status.view(text);
    lastText = text;
    return true;
  }

  return () => {
    running.abort();
    running = new AbortController();
    latest = read(running.signal);
    return latest;
  };
}

/** Reads what is in a box, and what shows there though its longitudes are beyond 180 degrees. */
async function readBoxes(api: Api, box: Box | undefined, signal: AbortSignal): Promise<Outcome<RecordsPage>> {
  const boxes = box ? [box, ...turnedBoxes(box)] : [undefined];
  const outcomes = await Promise.all(boxes.map((one) => api.list(one, listLength, signal)));
  return joinPages(outcomes, listLength);
}

function titleFor({ records: { length }, hasMore }: RecordsPage): string {
  return hasMore ? `In view: the first ${length}` : `In view: ${length}`;
}

function describe({ records: { length }, hasMore }: RecordsPage): string {
  if (hasMore) return `More than ${length} records in view`;
  return `${length === 0 ? 'No' : length} ${length === 1 ? 'record' : 'records'} in view`;
}

function noteFor({ records: { length }, hasMore }: RecordsPage): string {
  if (hasMore) return `Only the first ${length} are listed. Zoom in to list all.`;
  return length === 0 ? 'No records are in view. Zoom out or move the map.' : '';
}
