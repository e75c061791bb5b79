import type { TextFormat } from '@location-records/formats';
import { recordsUrl } from '../api.ts';
import { makeButton, makeElement } from '../make-element.ts';
import { box, chosen, service, status } from '../page.ts';

/** The formats of `/-/records`, with what people call them. */
const formats: readonly (readonly [name: TextFormat, ending: string, label: string])[] = [
  ['geojson', 'geojson', 'GeoJSON, for maps'],
  ['csv', 'csv', 'CSV, for spreadsheets'],
  ['kml', 'kml', 'KML, for Google Earth'],
  ['gpx', 'gpx', 'GPX, for GPS devices'],
  ['ndjson', 'ndjson', 'GeoJSON line by line'],
  ['geojsonseq', 'geojsons', 'GeoJSON text sequence'],
  ['json', 'json', 'JSON, as the service lists it'],
  ['json-object', 'json', 'JSON, by identifier'],
];

/**
 * Makes the menu that downloads what is in view, or all records: links to `/-/records`, so a large file
 * streams to the disk. Records that are chosen are saved by the page.
 *
 * @param counts describes how many records are in view, and how many there are, if that is known.
 */
export function createExportMenu(
  counts: () => { readonly inView: string; readonly all: string | undefined },
) {
  const [inView, all, some] = [makeChoice(true), makeChoice(false), makeChoice(false)];
  const links = formats.map(([format, ending, label]) => {
    const link = makeElement('a', { className: 'menu-item', download: `records.${ending}` }, label);
    return { link, format };
  });
  const menu = makeElement(
    'div',
    { className: 'menu-items', id: 'export', popover: 'auto', role: 'region', ariaLabel: 'Export' },
    makeElement(
      'fieldset',
      { className: 'menu-choice' },
      makeElement('legend', { className: 'visually-hidden' }, 'Records to export'),
      inView.label,
      all.label,
      some.label,
    ),
    makeElement('p', { className: 'menu-note' }, 'as'),
    makeElement('ul', {}, ...links.map(({ link }) => makeElement('li', {}, link))),
  );
  document.body.append(menu);

  const makeOpener = (className: string, choose: () => void) =>
    Object.assign(makeButton('Export', choose, className), { popoverTargetElement: menu });

  function update() {
    const { inView: shown, all: total } = counts();
    const { length } = chosen.records;
    inView.words.textContent = ` In view (${shown})`;
    all.words.textContent = total === undefined ? ' All' : ` All (${total})`;
    some.words.textContent = ` Selected (${length.toLocaleString('en')})`;
    some.label.hidden = length === 0;
    if (length === 0 && some.input.checked) inView.input.checked = true;
    const area = all.input.checked ? undefined : box();
    for (const { link, format } of links) {
      const { pathname, search } = recordsUrl(service, area, { limit: 'all', f: format });
      link.href = pathname + search;
    }
  }

  async function save(format: TextFormat, fileName: string) {
    try {
      // The writers of the formats are loaded when they are needed.
      const { exportChosen } = await import('./export-chosen.ts');
      await exportChosen(chosen.records, format, fileName);
    } catch {
      status.say('The records cannot be exported, since the service cannot be reached.');
    }
  }

  for (const { link, format } of links) {
    link.addEventListener('click', (event) => {
      update();
      menu.hidePopover();
      if (!some.input.checked) return;
      event.preventDefault();
      void save(format, link.download);
    });
  }
  menu.addEventListener('change', update);
  menu.addEventListener('toggle', update);
  return {
    button: makeOpener('button', () => {
      if (some.input.checked) inView.input.checked = true;
    }),
    chosenButton: makeOpener('small-button', () => {
      some.input.checked = true;
    }),
  };
}

function makeChoice(checked: boolean) {
  const input = makeElement('input', { type: 'radio', name: 'exported', checked });
  const words = makeElement('span');
  return { input, words, label: makeElement('label', { className: 'menu-item' }, input, words) };
}
