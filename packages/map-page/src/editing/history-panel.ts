import type { Status } from '../status.ts';
import type { SentStep } from './editing.ts';
import { make, makeButton } from './make-element.ts';

/** How much of a command is shown; its button copies the whole. */
const shownLength = 600;

/** The panel with what was sent. */
export interface HistoryPanel {
  /** Shows the steps, the last first. */
  show(steps: readonly SentStep[]): void;
}

/** Makes the panel of an element: each step as a line for people, and as a command. */
export function createHistoryPanel(panel: HTMLElement, status: Status): HistoryPanel {
  const list = make('ol', { className: 'history', reversed: true });
  const note = make('p', {}, 'Nothing has been changed on this page yet.');
  const title = make('h2', { id: 'history-title', className: 'panel-title' }, 'History');
  panel.setAttribute('role', 'region');
  panel.setAttribute('aria-labelledby', title.id);
  panel.append(title, note, list);

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      status.say('The command is in the clipboard.');
    } catch {
      status.problem('clipboard', 'The browser does not let this page write to the clipboard.');
    }
  }

  return {
    show(steps) {
      note.hidden = steps.length > 0;
      // The steps that are there already stay as they are, and with them a selection of text.
      const added = steps.slice(0, steps.length - list.children.length).map(({ text, curl }) => {
        const command = curl.length > shownLength ? `${curl.slice(0, shownLength)}…` : curl;
        const button = makeButton('Copy', () => void copy(curl), 'button button-small');
        button.setAttribute('aria-label', `Copy the command: ${text}`);
        return make('li', {}, make('p', {}, text), make('code', { className: 'command' }, command), button);
      });
      list.prepend(...added);
    },
  };
}
