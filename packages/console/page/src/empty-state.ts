import { copyText } from './copies.ts';
import { element, makeButton, makeElement } from './make-element.ts';
import { api, service, status } from './page.ts';
import type { ChangeMany } from './transfer/import-dialog.ts';

/** Makes what people see of a service without records: three ways to the first one, and examples. */
export function fillEmptyState(changeMany: ChangeMany): void {
  const command = [
    `curl -X POST ${new URL('eiffel-tower', service).href}`,
    `-H 'Content-Type: application/json'`,
    `-d '{"description":"Eiffel Tower","coordinates":{"latitude":48.8584,"longitude":2.2945}}'`,
  ].join(' \\\n  ');

  async function load() {
    try {
      const { loadExamples } = await import('./examples.ts');
      await changeMany(() => loadExamples(api));
    } catch {
      status.say('The examples cannot be loaded, since the service cannot be reached.');
    }
  }

  async function copy() {
    status.say((await copyText(command)) ? 'Copied the command.' : 'The browser did not allow copying.');
  }

  element('empty').append(
    makeElement(
      'p',
      {},
      'Drop a GeoJSON, CSV, KML or GPX file anywhere on this page, click New record, or run',
    ),
    makeElement('pre', { className: 'command', tabIndex: 0 }, command),
    makeButton('Copy the command', () => void copy(), 'small-button'),
    makeElement('p', {}, 'Or begin with what many know. One undo removes it.'),
    makeButton('Load thirty examples', () => void load(), 'button button-main'),
  );
}
