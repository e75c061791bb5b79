import { shownText } from '../shown-text.ts';
import type { Content } from './change.ts';
import { make, makeButton } from './make-element.ts';

/** A question with contents of records to compare. */
export interface Question<Choice> {
  readonly title: string;
  readonly text?: string;
  /** The contents, by what they are. */
  readonly contents?: Readonly<Record<string, Content>>;
  /** The choices by their labels. The first changes nothing, gets the focus, and is taken by Escape. */
  readonly choices: Readonly<Record<string, Choice>>;
}

/** Asks in a dialog over the page. */
export function ask<Choice>({ title, text, contents = {}, choices }: Question<Choice>): Promise<Choice> {
  const { promise, resolve } = Promise.withResolvers<Choice>();
  const heading = make('h2', { id: 'question', className: 'panel-title' }, title);
  const dialog = make('dialog', { className: 'question' }, heading);
  dialog.setAttribute('aria-labelledby', heading.id);
  if (text) dialog.append(make('p', {}, text));
  for (const [label, content] of Object.entries(contents)) dialog.append(contentBlock(label, content));
  const buttons = Object.entries(choices).map(([label, choice]) =>
    makeButton(label, () => {
      resolve(choice);
      dialog.close();
    }),
  );
  dialog.append(make('div', { className: 'buttons' }, ...buttons));
  dialog.addEventListener('close', () => {
    // Escape closes it, too.
    resolve(Object.values(choices)[0] as Choice);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  buttons[0]?.focus();
  return promise;
}

function contentBlock(label: string, content: Content): HTMLElement {
  const block = make('section', { className: 'content' }, make('h3', {}, label));
  if (!content) {
    block.append(make('p', {}, 'No record'));
    return block;
  }
  const { description, coordinates } = content;
  const isEmpty = !description;
  const shown = isEmpty ? `${description === '' ? 'Empty' : 'No'} description` : shownText(description, 2000);
  block.append(
    make('p', { className: isEmpty ? 'content-absent' : 'content-description' }, make('bdi', {}, shown)),
    make('p', { className: 'record-place' }, `${coordinates.latitude}, ${coordinates.longitude}`),
  );
  return block;
}
