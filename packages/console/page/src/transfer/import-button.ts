import { makeElement } from '../make-element.ts';
import type { Status } from '../status.ts';
import type { ImportTarget } from './import-dialog.ts';

/** What an import needs. */
interface ImportButtonOptions extends ImportTarget {
  readonly status: Status;
}

/** The endings of files that can be imported, for the dialog of the browser. */
const endings = [
  ...['.geojson', '.geojsons', '.geojsonseq', '.ndjson', '.geojsonl', '.ndgeojson', '.jsonl', '.json'],
  ...['.csv', '.tsv', '.txt', '.kml', '.kmz', '.gpx', '.zip', '.gz'],
];

/**
 * Makes the button that asks for a file to import. A file that is dropped anywhere on the page is taken as
 * well.
 */
export function createImportButton({ status, ...target }: ImportButtonOptions): HTMLElement {
  const input = makeElement('input', { type: 'file', hidden: true, ariaLabel: 'File to import' });
  input.accept = endings.join();
  const button = makeElement('button', { type: 'button', className: 'button' }, 'Import');

  async function open(file: File) {
    try {
      // The readers of the formats are loaded when they are needed.
      const { openImport } = await import('./import-dialog.ts');
      status.problem('import', undefined);
      // One file at a time, also of those that were dropped while it was loaded.
      if (!document.querySelector('dialog[open]')) openImport(file, target);
    } catch {
      status.problem('import', 'The import cannot be loaded, since the service cannot be reached.');
    }
  }

  button.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    // The same file can be chosen again.
    input.value = '';
    if (file) void open(file);
  });
  acceptDrops((files) => {
    const [file] = files;
    if (file && files.length === 1) void open(file);
    else status.say('Import one file at a time.');
  });
  return makeElement('div', {}, button, input);
}

/** Takes files that are dropped, which the browser would open in place of the page. */
export function acceptDrops(onDrop: (files: readonly File[]) => void) {
  const { classList } = document.body;
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    classList.add('is-dropping');
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) classList.remove('is-dropping');
  });
  document.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    classList.remove('is-dropping');
    onDrop(Array.from(event.dataTransfer?.files ?? []));
  });
}
