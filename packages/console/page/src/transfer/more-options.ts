import type { Inspection, InspectOptions } from '@location-records/formats';
import { makeElement } from '../make-element.ts';

/** A field with a text. */
interface TextField {
  readonly name: 'crs' | 'encoding' | 'delimiter' | 'layer';
  readonly label: string;
  readonly example: string;
  /** For which formats it is of use. */
  readonly isFor: (format: Inspection['format']) => boolean;
}

const binary: ReadonlySet<Inspection['format']> = new Set(['gpkg', 'kmz', 'shapefile']);

const fields: readonly TextField[] = [
  { name: 'crs', label: 'Reference system', example: 'EPSG:4326', isFor: () => true },
  {
    name: 'encoding',
    label: 'Encoding of the text',
    example: 'windows-1252',
    isFor: (format) => !binary.has(format),
  },
  { name: 'delimiter', label: 'Separator', example: ';', isFor: (format) => format === 'csv' },
  { name: 'layer', label: 'Layer', example: '', isFor: (format) => binary.has(format) },
];

/** The options for rare files. */
interface MoreOptions {
  readonly element: HTMLElement;
  show(inspection: Inspection, options: InspectOptions): void;
}

/** Makes the fields, and calls a function with what has changed. */
export function createMoreOptions(change: (chosen: InspectOptions) => void): MoreOptions {
  const rows = fields.map((field) => {
    const input = makeElement('input', { type: 'text', className: 'field', placeholder: field.example });
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.addEventListener('change', () => change({ [field.name]: input.value || undefined }));
    return { field, input, row: makeElement('label', { className: 'option' }, field.label, input) };
  });
  const last = makeElement('input', { type: 'checkbox' });
  last.addEventListener('change', () => change({ duplicates: last.checked ? 'last' : undefined }));

  return {
    element: makeElement(
      'details',
      { className: 'options' },
      makeElement('summary', {}, 'More options'),
      makeElement('div', { className: 'choices' }, ...rows.map(({ row }) => row)),
      makeElement(
        'label',
        { className: 'option-switch' },
        last,
        ' Of several records with one identifier, the last is imported',
      ),
    ),
    show({ format }, options) {
      for (const { field, input, row } of rows) {
        input.value = options[field.name] ?? '';
        row.hidden = !field.isFor(format);
      }
      last.checked = options.duplicates === 'last';
    },
  };
}
