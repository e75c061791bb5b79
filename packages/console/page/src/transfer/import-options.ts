import type { ParseOptions } from '@location-records/formats';
import { makeElement } from '../make-element.ts';

/** An option with a text, or a switch. */
type Field = {
  readonly label: string;
  /** Whether the option is of use for CSV alone. */
  readonly isOfCsv?: boolean;
} & (
  | {
      readonly name: 'idProperty' | 'descriptionProperty' | 'latitudeColumn' | 'longitudeColumn';
      readonly usual: string;
    }
  | { readonly name: 'properties' | 'dropAltitude' }
);

const fields: readonly Field[] = [
  { name: 'idProperty', label: 'Property or column with the identifier', usual: 'id' },
  { name: 'descriptionProperty', label: 'Property or column with the description', usual: 'description' },
  { name: 'latitudeColumn', label: 'Column with the latitude', usual: 'latitude', isOfCsv: true },
  { name: 'longitudeColumn', label: 'Column with the longitude', usual: 'longitude', isOfCsv: true },
  { name: 'properties', label: 'Leave out other properties and columns' },
  { name: 'dropAltitude', label: 'Leave out altitudes' },
];

/** The fields for files from elsewhere. */
interface ImportOptions {
  readonly element: HTMLElement;
  /** What the fields say; an empty field is the default. */
  read(): ParseOptions;
  /** Shows the fields that are of use for a format. */
  showFor(isCsv: boolean): void;
}

/** Makes the fields, and calls a function after each change. */
export function createImportOptions(onChange: () => void): ImportOptions {
  const rows = fields.map((field) => {
    const isText = 'usual' in field;
    const input = makeElement('input', {
      className: isText ? 'field' : '',
      type: isText ? 'text' : 'checkbox',
      placeholder: isText ? field.usual : '',
      autocomplete: 'off',
      spellcheck: false,
    });
    input.addEventListener('change', onChange);
    const name = makeElement('code', {}, field.name);
    const label = makeElement('span', {}, `${field.label} (`, name, ')');
    const row = makeElement('label', { className: isText ? 'option' : 'option option-switch' });
    row.append(...(isText ? [label, input] : [input, label]));
    return { field, input, row };
  });

  return {
    element: makeElement(
      'details',
      { className: 'options' },
      makeElement('summary', {}, 'Options for other files'),
      ...rows.map(({ row }) => row),
    ),
    read() {
      const set = rows.filter(({ field, input }) => ('usual' in field ? input.value !== '' : input.checked));
      const values = set.map(({ field, input }) => {
        if ('usual' in field) return [field.name, input.value];
        return [field.name, field.name === 'properties' ? 'ignore' : true];
      });
      return Object.fromEntries(values);
    },
    showFor(isCsv) {
      for (const { field, row } of rows) row.hidden = field.isOfCsv === true && !isCsv;
    },
  };
}
