import { type Api, joinPages, type LocationRecord } from './api.ts';
import { createRecordsList } from './records-list.ts';
import type { Selection } from './selection.ts';
import { boxesOffMap, isOnMap } from './view-box.ts';

/** How many records the list has at most. */
const listLength = 100;

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
 * Makes the list of the records that the map does not draw: beyond 360 degrees of longitude. Returns a
 * function that reads it again.
 */
export function createOffMapList(options: OffMapListOptions): () => Promise<void> {
  const { container, api, selection, onOpen } = options;
  const summary = container.querySelector('summary') as HTMLElement;
  const list = createRecordsList(container.querySelector('ul') as HTMLElement, {
    onSelect: (record) => selection.set(record),
    onOpen,
  });
  selection.listen((record) => list.select(record?.id));

  return async () => {
    const pages = await Promise.all(boxesOffMap.map((box) => api.list(box, listLength)));
    const joined = joinPages(pages, listLength);
    // The list of what is in view says when the service cannot be reached.
    if (joined.kind !== 'done') return;
    const records = joined.value.records.filter(({ coordinates }) => !isOnMap(coordinates));
    list.show(records);
    container.hidden = records.length === 0;
    summary.textContent = `Not on the map: ${joined.value.hasMore ? 'the first ' : ''}${records.length}`;
  };
}
