import type { Choice, Inspection, InspectOptions } from '@location-records/formats';
import type { PutManyOptions } from '../api.ts';
import { makeButton, makeElement } from '../make-element.ts';
import { shownText } from '../shown-text.ts';
import { createMoreOptions } from './more-options.ts';

/** The fields in which a person chooses how a file is understood. */
export interface Choices {
  readonly element: HTMLElement;
  /** What happens to records that exist with other content. */
  readonly onConflict: PutManyOptions['onConflict'];
  /** Shows what can be chosen, and what is chosen. */
  show(inspection: Inspection, options: InspectOptions): void;
}

/** Rules for identifiers, with the words for them. */
const idRules: readonly SelectItem[] = [
  ['slug', 'Made of the name'],
  ['hash', 'Made of the content'],
  ['row', 'Number of the row'],
];

/** Values of the drop-down of coordinates that let a person choose columns. They are no names of columns. */
const twoColumns = '\0two';
const oneColumn = '\0one';

/** A value of a drop-down, and the words for it. */
type SelectItem = readonly [value: string, words: string];

/**
 * Makes the fields. Calls a function with the options after each choice.
 */
export function createChoices(onChange: (options: InspectOptions) => void): Choices {
  let shown: Inspection | undefined;
  let options: InspectOptions = {};
  const change = (chosen: InspectOptions) => onChange({ ...options, ...chosen });

  const id = createSelect('Identifier', (value) => change({ id: value }));
  const coordinates = createSelect('Coordinates', chooseCoordinates);
  const latitude = createSelect('Latitude', chooseColumns);
  const longitude = createSelect('Longitude', chooseColumns);
  const both = createSelect('Column with both', (value) => change(inOne(value)));
  const description = createSelect('Description', (value) => change({ description: value }));
  const conflict = createSelect('Records that exist already', () => {});
  fillSelect(conflict.select, [
    ['replace', 'Replace them'],
    ['skip', 'Leave them as they are'],
  ]);
  const swap = makeElement('input', { type: 'checkbox' });
  swap.addEventListener('change', () => change({ swap: swap.checked || undefined }));
  const more = createMoreOptions(change);
  const reset = makeButton('Reset choices', () => onChange({}), 'small-button');
  const element = makeElement(
    'div',
    { className: 'choices', hidden: true },
    id.label,
    description.label,
    coordinates.label,
    conflict.label,
    latitude.label,
    longitude.label,
    both.label,
    makeElement('label', { className: 'option-switch' }, swap, ' Exchange latitude and longitude'),
    more.element,
    reset,
  );
  showColumns(undefined);

  function chooseCoordinates(value: string) {
    if (value === twoColumns || value === oneColumn) return showColumns(value);
    change(isField(value) ? inOne(value) : inTwo(splitPair(value)));
  }

  function chooseColumns() {
    const pair = [latitude.select.value, longitude.select.value] as const;
    if (pair.every((value) => value !== '')) change(inTwo(pair));
  }

  /** Shows the drop-downs for the columns that a person chooses. */
  function showColumns(kind: typeof twoColumns | typeof oneColumn | undefined) {
    latitude.label.hidden = kind !== twoColumns;
    longitude.label.hidden = kind !== twoColumns;
    both.label.hidden = kind !== oneColumn;
  }

  function isField(name: string): boolean {
    return shown?.fields.some((field) => field.name === name) ?? false;
  }

  /** The names in `latitude,longitude`, which may have commas themselves. */
  function splitPair(value: string): readonly [string, string] {
    for (let comma = value.indexOf(','); comma >= 0; comma = value.indexOf(',', comma + 1)) {
      const [first, second] = [value.slice(0, comma), value.slice(comma + 1)];
      if (isField(first) && isField(second)) return [first, second];
    }
    const [first = '', second = ''] = value.split(',');
    return [first, second];
  }

  function showCoordinates({ coordinates: { used, others } }: Inspection, columns: readonly SelectItem[]) {
    const pairs = [used, ...others].filter((value) => value !== undefined);
    fillSelect(coordinates.select, [
      ...pairs.map((value): SelectItem => [value, value.replace(',', ', ')]),
      [twoColumns, 'Two other columns …'],
      [oneColumn, 'Another column …'],
    ]);
    coordinates.select.value = used ?? twoColumns;
    for (const { select } of [latitude, longitude, both]) fillSelect(select, [['', 'Choose …'], ...columns]);
    const [north = '', east = ''] = used === undefined || isField(used) ? [] : splitPair(used);
    latitude.select.value = north;
    longitude.select.value = east;
    both.select.value = used !== undefined && isField(used) ? used : '';
    showColumns(used === undefined ? twoColumns : undefined);
  }

  return {
    element,
    get onConflict() {
      return conflict.select.value as PutManyOptions['onConflict'];
    },
    show(inspection, given) {
      [shown, options] = [inspection, given];
      const columns = inspection.fields.map(
        ({ name, examples }): SelectItem => [name, named(name, examples)],
      );
      const wordsOf = (value: string) => columns.find(([name]) => name === value)?.[1] ?? value;
      showChoice(id.select, inspection.id, [...columns, ...idRules], wordsOf);
      showChoice(description.select, inspection.description, [['', 'None'], ...columns], wordsOf);
      showCoordinates(inspection, columns);
      swap.checked = given.swap === true;
      more.show(inspection, given);
      reset.hidden = Object.values(given).every((value) => value === undefined);
      element.hidden = false;
    },
  };
}

function inOne(coordinates: string): InspectOptions {
  return { coordinates: coordinates || undefined, latitude: undefined, longitude: undefined };
}

function inTwo([latitude, longitude]: readonly [string, string]): InspectOptions {
  return { coordinates: undefined, latitude, longitude };
}

/** Fills a drop-down: what is used comes first, then what else fits, then the rest. */
function showChoice(
  select: HTMLSelectElement,
  { used = '', others }: Choice,
  rest: readonly SelectItem[],
  wordsOf: (value: string) => string,
) {
  const words = new Map(rest);
  const best = [used, ...others].map((value): SelectItem => [value, words.get(value) ?? wordsOf(value)]);
  const items = new Map([...best, ...rest]);
  if (used === '' && !items.has('')) items.set('', 'Choose …');
  if (items.get('') === '') items.set('', 'Choose …');
  fillSelect(select, [...items]);
  select.value = used;
}

/** Fills a drop-down, but leaves the same options alone, so that an open list stays open. */
function fillSelect(select: HTMLSelectElement, items: readonly SelectItem[]): void {
  const isSame =
    select.options.length === items.length &&
    items.every(([value, words], index) => {
      const option = select.options[index];
      return option?.value === value && option.text === words;
    });
  if (isSame) return;
  select.replaceChildren(...items.map(([value, words]) => makeElement('option', { value }, words)));
}

function createSelect(name: string, onChoose: (value: string) => void) {
  const select = makeElement('select', { className: 'field' });
  select.addEventListener('change', () => onChoose(select.value));
  return { select, label: makeElement('label', { className: 'option' }, name, select) };
}

/** The name of a column with some of its values. */
function named(name: string, examples: readonly string[]): string {
  const shown = examples.map((example) => shownText(example, 20)).join(', ');
  return shown === '' ? shownText(name, 60) : `${shownText(name, 60)}: ${shown}`;
}
