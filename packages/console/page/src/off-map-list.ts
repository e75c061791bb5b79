import { type Api, joinPages, type LocationRecord } from './api.ts';
import { createRecordsList } from './records-list.ts';
import type { Selection } from './selection.ts';
import { boxesOffMap, isOnMap } from './view-box.ts';

/** How many records the list has at most. */
const listLength = 100;

/** How long after the list was read it is read again, in milliseconds. Few services have such records. */
const interval = 10_000;

/** What the list needs, and what becomes of its records. */
interface OffMapListOptions {
  /** A `<details>` with a `<summary>` and a `<ul>`. */
  readonly container: HTMLElement;
  readonly api: Api;
  readonly selection: Selection;
  /** Enter, or a second click. */
  onOpen(record: LocationRecord): void;
}

/**
 * Keeps a list of the records that cannot be on the map: beyond 85.05 degrees of latitude or 360 of
 * longitude.
 */
export function createOffMapList({ container, api, selection, onOpen }: OffMapListOptions): void {
  const summary = container.querySelector('summary') as HTMLElement;
  const list = createRecordsList(container.querySelector('ul') as HTMLElement, {
    onSelect: (record) => selection.set(record),
    onOpen,
  });
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh() {
    if (document.hidden || performance.now() - readAt < interval) return;
    readAt = performance.now();
    const pages = await Promise.all(boxesOffMap.map((box) => api.list(box, listLength)));
    const joined = joinPages(pages, listLength);
    // The list of what is in view says when the service cannot be reached.
    if (joined.kind !== 'done') return;
    const records = joined.value.records.filter(({ coordinates }) => !isOnMap(coordinates));
    list.show({ ...joined.value, records });
    container.hidden = records.length === 0;
    summary.textContent = `Not on the map: ${joined.value.hasMore ? 'the first ' : ''}${records.length}`;
  }

  selection.listen((record) => list.select(record?.id));
  setInterval(refresh, 1000);
  void refresh();
}
