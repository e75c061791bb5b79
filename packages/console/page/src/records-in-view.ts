import {
  type Box,
  joinPages,
  type LocationRecord,
  type Outcome,
  type RecordsPage,
  type ServiceState,
} from './api.ts';
import type { Found } from './live.ts';
import { element } from './make-element.ts';
import { api, box, status, view } from './page.ts';
import type { RecordsList } from './records-list.ts';
import { capitalized, counted } from './shown-text.ts';
import { type SortOrder, sortRecords } from './sort-order.ts';
import { isInBox, turnedBoxes } from './view-box.ts';

const listLength = 100;

/** Keeps the list of what is in view. */
export function createRecordsInView(list: RecordsList) {
  const [title, note, empty] = [element('list-title'), element('list-note'), element('empty')];
  const sort = element('sort') as HTMLSelectElement;
  let running = new AbortController();
  let latest: Promise<boolean> = Promise.resolve(true);
  let lastText = '';
  let page: RecordsPage = { records: [], hasMore: false };
  /** What the service lists in the boxes, before it is sorted. */
  let listed: readonly Outcome<RecordsPage>[] = [];
  let isEmpty = false;
  /** The service counts some seconds after a change. */
  let isTotalCertain = false;
  let state: ServiceState = { records: null, counting: null };

  const order = () => sort.value as SortOrder;

  async function read(signal: AbortSignal): Promise<boolean> {
    const area = box();
    // What shows in the box though its longitudes are beyond 180 degrees is listed as well.
    const boxes = area ? [area, ...turnedBoxes(area)] : [undefined];
    const pages = await Promise.all(boxes.map((one) => api.list(one, listLength, signal)));
    if (signal.aborted) return latest;
    const joined = joinPages(pages, listLength);
    const isCut = joined.kind === 'done' && joined.value.hasMore && order() === 'distance';
    const outcome = isCut ? await readNearest(area, signal) : joined;
    if (signal.aborted) return latest;
    status.problem('list', outcome.kind === 'done' ? undefined : outcome.message);
    if (outcome.kind !== 'done') return false;
    const hasNone = outcome.value.records.length === 0 && (await isServiceEmpty(signal));
    if (signal.aborted) return latest;
    [listed, page, isEmpty] = [pages, outcome.value, hasNone];
    isTotalCertain = false;
    show();
    return true;
  }

  /** The service knows which of many are the nearest. */
  async function readNearest(area: Box | undefined, signal: AbortSignal): Promise<Outcome<RecordsPage>> {
    const nearest = await api.near(view(), listLength, signal);
    if (nearest.kind !== 'done') return nearest;
    const records = nearest.value.records.filter(({ coordinates }) => isInBox(coordinates, area));
    return { kind: 'done', value: { records, hasMore: true } };
  }

  function show() {
    list.show(sortRecords(page.records, order(), view()));
    showState();
    empty.hidden = !isEmpty;
    note.textContent = isEmpty ? '' : noteFor(page, order());
    const text = describe(page);
    // The same words again would be read aloud again.
    if (text !== lastText) status.view(text);
    lastText = text;
  }

  function showState() {
    title.textContent = isEmpty ? 'No records yet' : titleFor(page, state, box() === undefined);
    element('store').textContent = describeService(state);
  }

  async function isServiceEmpty(signal: AbortSignal): Promise<boolean> {
    const any = await api.list(undefined, 1, signal);
    return any.kind === 'done' && any.value.records.length === 0;
  }

  /**
   * Reads the list again, and says how many records there are: `false` if that fails. A call that a later one
   * overtakes ends with that one.
   */
  function refresh() {
    running.abort();
    running = new AbortController();
    latest = read(running.signal);
    return latest;
  }

  async function readTotal(): Promise<Found> {
    const found = await api.state();
    if (found.kind !== 'done') return 'failed';
    const isSame = found.value.records === state.records && found.value.counting === state.counting;
    state = found.value;
    isTotalCertain = isSame;
    showState();
    return isSame ? 'same' : 'changed';
  }

  sort.addEventListener('change', () => void refresh());

  return {
    get isCounting() {
      return state.counting !== null;
    },
    /** Describes how many records are listed: `12`, or `more than 100`. */
    get count() {
      return countOf(page);
    },
    /** Describes how many records there are, if that is known. */
    get total() {
      return state.records?.toLocaleString('en');
    },
    /** Whether a record is listed with this content. */
    has: (record: LocationRecord) =>
      page.records.some((one) => JSON.stringify(one) === JSON.stringify(record)),
    refresh,
    readTotal,
    /** Whether the list is still what is in view, found by one request. */
    async look(): Promise<Found> {
      const [first] = listed;
      const found = await api.list(box(), listLength);
      status.problem('list', found.kind === 'done' ? undefined : found.message);
      if (found.kind !== 'done') return 'failed';
      return JSON.stringify(found) === JSON.stringify(first) ? 'same' : 'changed';
    },
    /** The same for the number of records, unless the list has all that is in view and the number is certain. */
    lookAtTotal: () => (page.hasMore || !isTotalCertain ? readTotal() : undefined),
  };
}

function countOf({ records: { length }, hasMore }: RecordsPage): string {
  return hasMore ? `more than ${listLength}` : String(length);
}

function titleFor(page: RecordsPage, { records: total, counting }: ServiceState, isWorld: boolean): string {
  if (counting !== null) return `In view: ${countOf(page)} (counting … ${Math.floor(100 * counting)} %)`;
  if (total === null) return `In view: ${countOf(page)}`;
  const all = total.toLocaleString('en');
  return isWorld && page.hasMore ? `In view: all ${all}` : `In view: ${countOf(page)} of ${all}`;
}

/** Describes the service in one line, such as `1,000,007 records · SQLite`. */
function describeService({ store, records, counting }: ServiceState): string {
  const progress = counting === null ? undefined : `Counting … ${Math.floor(100 * counting)} %`;
  const total = records === null ? undefined : capitalized(counted(records, 'record'));
  return [progress ?? total, store].filter((part) => part !== undefined).join(' · ');
}

function describe({ records: { length }, hasMore }: RecordsPage): string {
  return hasMore
    ? `More than ${listLength} records in view`
    : `${capitalized(counted(length, 'record'))} in view`;
}

function noteFor({ records: { length }, hasMore }: RecordsPage, order: SortOrder): string {
  if (!hasMore) return length === 0 ? 'No records are in view. Zoom out or move the map.' : '';
  const which = order === 'distance' ? `the ${length} nearest to the middle` : `the first ${length}`;
  return `Only ${which} are listed. Zoom in to list all.`;
}
