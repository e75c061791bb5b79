import type { Choice, Inspection, InspectOptions } from '@location-records/formats';
import type { PutManyOptions } from '../api.ts';
import { makeButton, makeElement } from '../make-element.ts';
import { shownText } from '../shown-text.ts';

type SelectItem = readonly [value: string, words: string];

const idRules: readonly SelectItem[] = [
  ['slug', 'Made of the name'],
  ['hash', 'Made of the content'],
  ['row', 'Number of the row'],
];

/** The value of the drop-down of coordinates that lets a person choose two columns. It is no name of one. */
const twoColumns = '\0two';

const binary: ReadonlySet<Inspection['format']> = new Set(['gpkg', 'kmz', 'shapefile']);

/** The options for rare files, and the formats for which they are of use. */
const textOptions = [
  { name: 'crs', label: 'Reference system', example: 'EPSG:4326', isFor: () => true },
  {
    name: 'encoding',
    label: 'Encoding of the text',
    example: 'windows-1252',
    isFor: (format: Inspection['format']) => !binary.has(format),
  },
  { name: 'delimiter', label: 'Separator', example: ';', isFor: (format: string) => format === 'csv' },
  { name: 'layer', label: 'Layer', example: '', isFor: (format: Inspection['format']) => binary.has(format) },
] as const;

/**
 * Makes the fields in which a person chooses how a file is understood. Calls a function with the options after
 * each choice.
 */
export function createChoices(onChange: (options: InspectOptions) => void) {
  let names: readonly string[] = [];
  let options: InspectOptions = {};
  const change = (chosen: InspectOptions) => onChange({ ...options, ...chosen });

  const id = createSelect('Identifier', (value) => change({ id: value }));
  const description = createSelect('Description', (value) => change({ description: value }));
  const coordinates = createSelect('Coordinates', chooseCoordinates);
  const latitude = createSelect('Latitude', chooseColumns);
  const longitude = createSelect('Longitude', chooseColumns);
  const conflict = createSelect('Records that exist already', () => {});
  fillSelect(conflict.select, { used: 'replace', others: [] }, [
    ['replace', 'Replace them'],
    ['skip', 'Leave them as they are'],
  ]);
  const swap = createSwitch('Exchange latitude and longitude', (isOn) => change({ swap: isOn || undefined }));
  const last = createSwitch('Of several records with one identifier, the last is imported', (isOn) =>
    change({ duplicates: isOn ? 'last' : undefined }),
  );
  const texts = textOptions.map(({ name, label, example, isFor }) => {
    const input = makeElement('input', { type: 'text', className: 'field', placeholder: example });
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.addEventListener('change', () => change({ [name]: input.value || undefined }));
    return { name, isFor, input, row: makeElement('label', { className: 'form-field' }, label, input) };
  });
  const more = makeElement(
    'details',
    { className: 'options' },
    makeElement('summary', {}, 'More options'),
    makeElement('div', { className: 'choices' }, ...texts.map(({ row }) => row)),
    last.label,
  );
  const reset = makeButton('Reset choices', () => onChange({}), 'small-button');
  const selects = [id, description, coordinates, conflict, latitude, longitude];
  const element = makeElement(
    'div',
    { className: 'choices', hidden: true },
    ...selects.map(({ label }) => label),
    swap.label,
    more,
    reset,
  );

  function chooseCoordinates(value: string) {
    if (value === twoColumns) return showColumns(true);
    const [north, east] = splitPair(value);
    if (north === undefined) change({ coordinates: value, latitude: undefined, longitude: undefined });
    else change({ coordinates: undefined, latitude: north, longitude: east });
  }

  function chooseColumns() {
    const [north, east] = [latitude.select.value, longitude.select.value];
    if (north !== '' && east !== '') change({ coordinates: undefined, latitude: north, longitude: east });
  }

  /** Shows the drop-downs for two columns that a person chooses. */
  function showColumns(isShown: boolean) {
    latitude.label.hidden = !isShown;
    longitude.label.hidden = !isShown;
  }

  /** The names in `latitude,longitude`, which may have commas themselves; none if it is one column. */
  function splitPair(value: string): readonly [string, string] | readonly [] {
    const north = names.find((name) => names.some((other) => value === `${name},${other}`));
    return north === undefined ? [] : [north, value.slice(north.length + 1)];
  }

  return {
    element,
    get onConflict() {
      return conflict.select.value as PutManyOptions['onConflict'];
    },
    show(inspection: Inspection, given: InspectOptions) {
      options = given;
      names = inspection.fields.map(({ name }) => name);
      const columns = inspection.fields.map(
        ({ name, examples }): SelectItem => [name, named(name, examples)],
      );
      fillSelect(id.select, inspection.id, [...columns, ...idRules]);
      fillSelect(description.select, inspection.description, [['', 'None'], ...columns]);
      const { used = twoColumns, others } = inspection.coordinates;
      const [north = '', east = ''] = splitPair(used);
      fillSelect(coordinates.select, { used, others }, [[twoColumns, 'Two other columns …'], ...columns]);
      fillSelect(latitude.select, { used: north, others: [] }, columns);
      fillSelect(longitude.select, { used: east, others: [] }, columns);
      showColumns(used === twoColumns);
      for (const { name, isFor, input, row } of texts) {
        input.value = given[name] ?? '';
        row.hidden = !isFor(inspection.format);
      }
      swap.input.checked = given.swap === true;
      last.input.checked = given.duplicates === 'last';
      reset.hidden = Object.values(given).every((value) => value === undefined);
      element.hidden = false;
    },
  };
}

/** Fills a drop-down: what is used comes first, then what else fits, then the rest. */
function fillSelect(
  select: HTMLSelectElement,
  { used = '', others }: Omit<Choice, 'words'>,
  rest: readonly SelectItem[],
) {
  const words = new Map(rest);
  const best = [used, ...others].map((value): SelectItem => {
    return [value, words.get(value) ?? (value.replace(/,(?=\S)/, ', ') || 'Choose …')];
  });
  const items = [...new Map([...best, ...rest])];
  select.replaceChildren(...items.map(([value, text]) => makeElement('option', { value }, text)));
  select.value = used;
}

function createSelect(name: string, onChoose: (value: string) => void) {
  const select = makeElement('select', { className: 'field' });
  select.addEventListener('change', () => onChoose(select.value));
  return { select, label: makeElement('label', { className: 'form-field' }, name, select) };
}

function createSwitch(words: string, onChoose: (isOn: boolean) => void) {
  const input = makeElement('input', { type: 'checkbox' });
  input.addEventListener('change', () => onChoose(input.checked));
  return { input, label: makeElement('label', { className: 'check' }, input, words) };
}

/** The name of a column with some of its values. */
function named(name: string, examples: readonly string[]): string {
  const shown = examples.map((example) => shownText(example, 20)).join(', ');
  return shown === '' ? shownText(name, 60) : `${shownText(name, 60)}: ${shown}`;
}
