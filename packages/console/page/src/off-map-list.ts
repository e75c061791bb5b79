import { joinPages, type LocationRecord } from './api.ts';
import { element } from './make-element.ts';
import { api, selection } from './page.ts';
import { createRecordsList } from './records-list.ts';
import { boxesOffMap, isOnMap } from './view-box.ts';

const listLength = 100;

/**
 * Makes the list of the records that the map does not draw: beyond 360 degrees of longitude. Returns a
 * function that reads it again.
 */
export function createOffMapList(onOpen: (record: LocationRecord) => void): () => Promise<void> {
  const container = element('off-map');
  const summary = container.querySelector('summary') as HTMLElement;
  const list = createRecordsList(container.querySelector('ul') as HTMLElement, {
    onSelect: selection.set,
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
