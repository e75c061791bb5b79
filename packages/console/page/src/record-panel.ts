import type { LocationRecord } from './api.ts';
import { copyText, latitudeFirst, longitudeFirst } from './copies.ts';
import { makeButton, makeElement } from './make-element.ts';
import { makeIcon } from './make-icon.ts';
import type { Selection } from './selection.ts';
import { escapeUnprintable, nameOf, shownId, showText } from './shown-text.ts';
import type { Status } from './status.ts';

interface RecordPanelOptions {
  readonly container: HTMLElement;
  readonly selection: Selection;
  readonly status: Status;
  /** Called when people close it. */
  onClose(): void;
}

/** Makes the panel that shows the whole content of the selected record. */
export function createRecordPanel(options: RecordPanelOptions): void {
  const { container, selection, status, onClose } = options;
  const name = makeElement('h2', { className: 'panel-title', id: 'record-name' });
  const close = makeButton('', onClose, 'button button-icon');
  close.ariaLabel = 'Close';
  close.append(makeIcon('close'));
  const description = makeElement('p', { className: 'record-text', dir: 'auto' });
  const coordinates = makeElement('dd');
  const id = makeElement('dd', { className: 'record-whole-id' });

  const copyButton = (label: string, what: string, text: (record: LocationRecord) => string) => {
    const button = makeButton(label, () => void copy(text), 'small-button');
    button.ariaLabel = `${label}: copy ${what}`;
    return button;
  };
  async function copy(text: (record: LocationRecord) => string) {
    if (!selection.record) return;
    const copied = text(selection.record);
    const isCopied = await copyText(copied);
    status.say(isCopied ? `Copied: ${copied}` : `The browser did not allow copying: ${copied}`);
  }

  container.setAttribute('role', 'region');
  container.setAttribute('aria-labelledby', name.id);
  container.append(
    makeElement('div', { className: 'panel-head' }, name, close),
    description,
    makeElement(
      'dl',
      { className: 'facts' },
      makeElement('dt', {}, 'Coordinates'),
      coordinates,
      makeElement('dt', {}, 'Identifier'),
      id,
    ),
    makeElement(
      'div',
      { className: 'copies' },
      makeElement('span', {}, 'Copy'),
      copyButton('Lat, lon', 'latitude and longitude', (record) => latitudeFirst(record.coordinates)),
      copyButton('Lon, lat', 'longitude and latitude', (record) => longitudeFirst(record.coordinates)),
      copyButton('Identifier', 'it as it is', (record) => record.id),
      copyButton('Link', 'the link to this record', () => location.href),
    ),
  );

  function show(record: LocationRecord | undefined) {
    if (!record) return;
    showText(name, nameOf(record, nameLength));
    description.textContent = restOf(record);
    description.hidden = description.textContent === '';
    coordinates.textContent = latitudeFirst(record.coordinates);
    showText(id, shownId(record.id, 1000));
  }

  selection.listen(show);
}

/** Characters that are shown of a name, and of a description. */
const nameLength = 200;
const shownLength = 20_000;

/** The description below the name: what comes after it, or all of it if the name is cut. */
function restOf(record: LocationRecord): string {
  const { description = '' } = record;
  const text = description.trim();
  const name = text.split(/[\r\n]/, 1)[0] ?? '';
  return linesOf(name.length > nameLength ? text : text.slice(name.length).trim());
}

function linesOf(description: string): string {
  const isCut = description.length > shownLength;
  return `${description.slice(0, shownLength)}${isCut ? '…' : ''}`
    .split(/\r\n?|\n/)
    .map((line) => escapeUnprintable(line.replaceAll('\t', ' ')))
    .join('\n');
}
