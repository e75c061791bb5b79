import { makeButton, makeElement } from '../make-element.ts';
import { status } from '../page.ts';
import type { ChangeMany } from './import-dialog.ts';

/** The endings of files that can be imported, for the dialog of the browser. */
const endings = [
  ...['.geojson', '.geojsons', '.geojsonseq', '.ndjson', '.geojsonl', '.ndgeojson', '.jsonl', '.json'],
  ...['.csv', '.tsv', '.txt', '.kml', '.kmz', '.gpx', '.zip', '.gz'],
];

/**
 * Makes the button that asks for files to import, one after the other. Files that are dropped anywhere on the
 * page are taken as well.
 */
export function createImportButton(changeMany: ChangeMany): HTMLElement {
  const input = makeElement('input', { type: 'file', multiple: true, hidden: true });
  input.ariaLabel = 'Files to import';
  input.accept = endings.join();

  const waiting: File[] = [];
  let isOpen = false;

  async function add(files: readonly File[]) {
    waiting.push(...files);
    if (isOpen) return;
    isOpen = true;
    try {
      // The readers of the formats are loaded when they are needed.
      const { openImport } = await import('./import-dialog.ts');
      status.problem('import', undefined);
      for (let number = 1; waiting.length > 0; number++) {
        const [file] = waiting.splice(0, 1) as [File];
        await openImport(file, changeMany, number, number + waiting.length);
      }
    } catch {
      status.problem('import', 'The import cannot be loaded, since the service cannot be reached.');
    } finally {
      waiting.length = 0;
      isOpen = false;
    }
  }

  input.addEventListener('change', () => {
    const files = Array.from(input.files ?? []);
    // The same file can be chosen again.
    input.value = '';
    void add(files);
  });
  acceptDrops((files) => void add(files));
  const button = makeButton('Import', () => input.click());
  return makeElement('div', {}, button, input);
}

/** Takes files that are dropped, which the browser would open in place of the page. */
export function acceptDrops(onDrop: (files: readonly File[]) => void) {
  const { classList } = document.body;
  for (const kind of ['dragover', 'dragleave', 'drop'] as const) {
    document.addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      if (kind !== 'dragleave') event.preventDefault();
      else if (event.relatedTarget !== null) return;
      classList.toggle('is-dropping', kind === 'dragover');
      if (kind === 'drop') onDrop(Array.from(event.dataTransfer.files));
    });
  }
}
