import { makeButton, makeElement } from '../make-element.ts';
import { shownText, showText } from '../shown-text.ts';
import type { Content } from './change.ts';

/** A question with contents of records to compare. */
interface Question<Choice> {
  readonly title: string;
  readonly text?: string;
  /** The contents by their labels. */
  readonly contents?: Readonly<Record<string, Content>>;
  /** The identifiers of records. */
  readonly ids?: readonly string[];
  /** The choices by their labels. The first changes nothing, gets the focus, and is taken by Escape. */
  readonly choices: Readonly<Record<string, Choice>>;
}

/** Asks in a dialog over the page. */
export function ask<Choice>({
  title,
  text,
  contents = {},
  ids = [],
  choices,
}: Question<Choice>): Promise<Choice> {
  const { promise, resolve } = Promise.withResolvers<Choice>();
  const heading = makeElement('h2', { id: 'question', className: 'dialog-title' }, title);
  const dialog = makeElement('dialog', { className: 'dialog' }, heading);
  dialog.setAttribute('aria-labelledby', heading.id);
  if (text) dialog.append(makeElement('p', { className: 'dialog-line' }, text));
  for (const [label, content] of Object.entries(contents)) dialog.append(contentBlock(label, content));
  if (ids.length > 0) dialog.append(idList(ids));
  const buttons = Object.entries(choices).map(([label, choice], index) => {
    const choose = () => {
      resolve(choice);
      dialog.close();
    };
    return makeButton(label, choose, index === 0 ? 'button button-main' : 'button');
  });
  dialog.append(makeElement('div', { className: 'dialog-buttons' }, ...buttons));
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
  const block = makeElement('section', { className: 'content' }, makeElement('h3', {}, label));
  if (!content) {
    block.append(makeElement('p', {}, 'No record'));
    return block;
  }
  const { description, coordinates } = content;
  const isEmpty = !description;
  const shown = isEmpty ? `${description === '' ? 'Empty' : 'No'} description` : shownText(description, 2000);
  block.append(
    makeElement(
      'p',
      { className: isEmpty ? 'content-absent' : 'content-description' },
      makeElement('bdi', {}, shown),
    ),
    makeElement('p', { className: 'record-place' }, `${coordinates.latitude}, ${coordinates.longitude}`),
  );
  return block;
}

function idList(ids: readonly string[]): HTMLElement {
  const items = ids.map((id) => {
    const item = makeElement('li');
    showText(item, id);
    return item;
  });
  return makeElement('ul', { className: 'problems', tabIndex: 0, ariaLabel: 'Records' }, ...items);
}
