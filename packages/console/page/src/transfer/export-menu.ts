import { type Box, recordsUrl } from '../api.ts';
import { makeElement } from '../make-element.ts';

/** The formats of `/-/records`, with what people call them. */
const formats: readonly (readonly [name: string, ending: string, label: string])[] = [
  ['geojson', 'geojson', 'GeoJSON'],
  ['csv', 'csv', 'CSV'],
  ['kml', 'kml', 'KML'],
  ['gpx', 'gpx', 'GPX'],
  ['ndjson', 'ndjson', 'Lines of GeoJSON'],
  ['geojsonseq', 'geojsons', 'GeoJSON text sequence'],
  ['json', 'json', 'JSON list of the service'],
  ['json-object', 'json', 'JSON object by identifier'],
];

/** What the menu exports. */
interface ExportMenuOptions {
  readonly service: URL;
  /** What is in view; `undefined` is the whole world. */
  readonly box: () => Box | undefined;
}

/**
 * Makes the menu that downloads what is in view, or all records: links to `/-/records`, so a large file
 * streams to the disk.
 */
export function createExportMenu({ service, box }: ExportMenuOptions): HTMLElement {
  const links = formats.map(([name, ending, label]) => {
    const link = makeElement('a', { className: 'menu-item', download: `records.${ending}` }, label);
    return { link, name };
  });
  const inView = makeElement('input', { type: 'radio', name: 'exported', checked: true });
  const all = makeElement('input', { type: 'radio', name: 'exported' });
  const menu = makeElement(
    'div',
    { className: 'menu-items', id: 'export', popover: 'auto' },
    makeElement(
      'fieldset',
      { className: 'menu-choice' },
      makeElement('legend', { className: 'visually-hidden' }, 'Records to export'),
      makeElement('label', { className: 'menu-item' }, inView, ' Records in view'),
      makeElement('label', { className: 'menu-item' }, all, ' All records'),
    ),
    makeElement('p', { className: 'menu-note' }, 'as'),
    makeElement('ul', {}, ...links.map(({ link }) => makeElement('li', {}, link))),
  );
  const button = makeElement('button', { type: 'button', className: 'button' }, 'Export');
  button.popoverTargetElement = menu;

  function update() {
    const area = all.checked ? undefined : box();
    for (const { link, name } of links) {
      const { pathname, search } = recordsUrl(service, area, { limit: 'all', f: name });
      link.href = pathname + search;
    }
  }

  // The map may move while the menu is open, by keys as well as by the pointer.
  for (const { link } of links) {
    link.addEventListener('pointerdown', update);
    link.addEventListener('focus', update);
    link.addEventListener('click', () => {
      update();
      menu.hidePopover();
    });
  }
  menu.addEventListener('change', update);
  menu.addEventListener('toggle', update);
  return makeElement('div', {}, button, menu);
}
