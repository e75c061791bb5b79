import { copyText } from '../copies.ts';
import { element, makeButton, makeElement, openDialog } from '../make-element.ts';
import { status } from '../page.ts';
import type { SentStep } from './editing.ts';

/** Characters of a command that are shown; its button copies all. */
const shownLength = 600;

/** Makes the button that opens the history: what was sent, the last first, for people and as commands. */
export function createHistory(sent: () => readonly SentStep[]): void {
  const open = makeButton('History', () => {
    const items = sent().map(({ text, curl }) => {
      const line = makeElement('p', {}, text);
      return makeElement('li', {}, line, ...(curl === undefined ? [] : commandParts(text, curl)));
    });
    const list = makeElement('ol', { className: 'history', reversed: true }, ...items);
    const content = items.length > 0 ? list : makeElement('p', {}, 'No changes yet.');
    const close = makeButton('Close', () => dialog.close());
    const dialog = openDialog('History', [content], [close], {
      className: 'dialog dialog-long',
      id: 'history',
    });
  });
  open.ariaHasPopup = 'dialog';
  element('actions').append(open);

  function commandParts(text: string, curl: string): readonly HTMLElement[] {
    const command = curl.length > shownLength ? `${curl.slice(0, shownLength)}…` : curl;
    const copy = async () => {
      status.say((await copyText(curl)) ? 'Copied the command.' : 'The browser did not allow copying.');
    };
    const button = makeButton('Copy', () => void copy(), 'small-button');
    button.ariaLabel = `Copy the command: ${text}`;
    return [makeElement('code', { className: 'command' }, command), button];
  }
}
