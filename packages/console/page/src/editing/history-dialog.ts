import { copyText } from '../copies.ts';
import { makeButton, makeElement } from '../make-element.ts';
import type { Status } from '../status.ts';
import type { SentStep } from './editing.ts';

/** Characters of a command that are shown; its button copies all. */
const shownLength = 600;

/**
 * Makes the dialog of the history, and the button for it. Returns a function that shows the steps in it, the
 * last first: each as a line for people, and a single request as a command, too.
 */
export function createHistoryDialog(
  actions: HTMLElement,
  status: Status,
): (steps: readonly SentStep[]) => void {
  const list = makeElement('ol', { className: 'history', reversed: true });
  const note = makeElement('p', { className: 'dialog-line' }, 'No changes yet.');
  const title = makeElement('h2', { id: 'history-title', className: 'dialog-title' }, 'History');
  const close = makeButton('Close', () => dialog.close(), 'button button-main');
  const dialog = makeElement(
    'dialog',
    { className: 'dialog dialog-long', id: 'history' },
    title,
    note,
    list,
    makeElement('div', { className: 'dialog-buttons' }, close),
  );
  dialog.setAttribute('aria-labelledby', title.id);
  document.body.append(dialog);
  const open = makeButton('History', () => {
    dialog.showModal();
    close.focus();
  });
  open.ariaHasPopup = 'dialog';
  actions.append(open);

  async function copy(text: string) {
    const isCopied = await copyText(text);
    status.say(isCopied ? 'Copied the command.' : 'The browser did not allow copying.');
  }

  return (steps) => {
    note.hidden = steps.length > 0;
    // Existing elements stay, and with them a selection of text.
    const added = steps.slice(0, steps.length - list.children.length).map(({ text, curl }) => {
      if (curl === undefined) return makeElement('li', {}, makeElement('p', {}, text));
      const command = curl.length > shownLength ? `${curl.slice(0, shownLength)}…` : curl;
      const button = makeButton('Copy', () => void copy(curl), 'small-button');
      button.setAttribute('aria-label', `Copy the command: ${text}`);
      return makeElement(
        'li',
        {},
        makeElement('p', {}, text),
        makeElement('code', { className: 'command' }, command),
        button,
      );
    });
    list.prepend(...added);
  };
}
