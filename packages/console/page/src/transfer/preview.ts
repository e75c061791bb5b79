import type { ParsedEntry } from '@location-records/formats';
import { makeElement } from '../make-element.ts';
import { showText } from '../shown-text.ts';

const columns = ['Identifier', 'Latitude', 'Longitude', 'Description'];

/** Makes a table of the first records of a file, as they would be imported. */
export function makePreview(entries: readonly ParsedEntry[]): HTMLElement {
  const head = columns.map((name) => makeElement('th', { scope: 'col' }, name));
  const table = makeElement(
    'table',
    { className: 'preview' },
    makeElement('caption', {}, 'First records'),
    makeElement('thead', {}, makeElement('tr', {}, ...head)),
    makeElement('tbody', {}, ...entries.map(makeRow)),
  );
  // A keyboard scrolls what has the focus.
  const box = makeElement('div', { className: 'preview-box', tabIndex: 0 }, table);
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', 'First records');
  return box;
}

function makeRow(entry: ParsedEntry): HTMLElement {
  if (!('record' in entry)) {
    const cell = makeElement('td', { colSpan: columns.length, className: 'preview-refused' });
    showText(cell, `Line ${entry.line}: ${entry.reason}`);
    return makeElement('tr', {}, cell);
  }
  const [id, { description = '', coordinates }] = entry.record;
  const { latitude, longitude } = coordinates;
  const cells = [id, String(latitude), String(longitude), description].map((text, index) => {
    const isNumber = index === 1 || index === 2;
    const cell = makeElement('td', { className: isNumber ? 'preview-number' : '' });
    showText(cell, text, 120);
    return cell;
  });
  return makeElement('tr', {}, ...cells);
}
