import type { LocationRecord } from './api.ts';
import { copyText, latitudeFirst, longitudeFirst } from './copies.ts';
import { element, makeButton, makeElement, makeIconButton } from './make-element.ts';
import { selection, status } from './page.ts';
import { escapeUnprintable, nameOf, shownId, showText } from './shown-text.ts';

/** Makes the panel that shows the whole content of the selected record. */
export function createRecordPanel(onClose: () => void): void {
  const name = makeElement('h2', { className: 'panel-title', id: 'record-name' });
  const close = makeIconButton('close', 'Close', onClose);
  const description = makeElement('p', { className: 'record-text', dir: 'auto' });
  const coordinates = makeElement('dd');
  const id = makeElement('dd');

  function copyButton(label: string, what: string, text: (record: LocationRecord) => string) {
    const copy = async () => {
      const copied = selection.record ? text(selection.record) : '';
      const isCopied = await copyText(copied);
      status.say(isCopied ? `Copied: ${copied}` : `The browser did not allow copying: ${copied}`);
    };
    const button = makeButton(label, () => void copy(), 'small-button');
    button.ariaLabel = `${label}: copy ${what}`;
    return button;
  }

  element('record').append(
    makeElement('div', { className: 'panel-head' }, name, close),
    description,
    makeElement('dl', { className: 'facts' }, term('Coordinates'), coordinates, term('Identifier'), id),
    makeElement(
      'div',
      { className: 'copies' },
      'Copy',
      copyButton('Lat, lon', 'latitude and longitude', (record) => latitudeFirst(record.coordinates)),
      copyButton('Lon, lat', 'longitude and latitude', (record) => longitudeFirst(record.coordinates)),
      copyButton('Identifier', 'it as it is', (record) => record.id),
      copyButton('Link', 'the link to this record', () => location.href),
    ),
  );

  selection.listen((record) => {
    if (!record) return;
    showText(name, nameOf(record, nameLength));
    description.textContent = restOf(record);
    description.hidden = description.textContent === '';
    coordinates.textContent = latitudeFirst(record.coordinates);
    showText(id, shownId(record.id, 1000));
  });
}

function term(text: string) {
  return makeElement('dt', {}, text);
}

/** Characters that are shown of a name, and of a description. */
const nameLength = 200;
const shownLength = 20_000;

/** The description below the name: what comes after it, or all of it if the name is cut. */
function restOf({ description = '' }: LocationRecord): string {
  const text = description.trim();
  const name = text.split(/[\r\n]/, 1)[0] ?? '';
  const rest = name.length > nameLength ? text : text.slice(name.length).trim();
  return `${rest.slice(0, shownLength)}${rest.length > shownLength ? '…' : ''}`
    .split(/\r\n?|\n/)
    .map((line) => escapeUnprintable(line.replaceAll('\t', ' ')))
    .join('\n');
}
