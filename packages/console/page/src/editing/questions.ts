import { makeButton, makeElement, openDialog } from '../make-element.ts';
import { counted, namedText, shownText, showText } from '../shown-text.ts';
import { type Change, type Content, type Direction, nameInChange, pairText } from './change.ts';

/** Asks what to do with a form whose record has changed since it was opened. */
export function askBeforeSaving(change: Change, found: Content) {
  const { id, before, after } = change;
  const contents = contentBlocks({ 'Current version': found, 'In the form': after });
  if (!before && found) {
    const title = `A record ${namedText({ id, ...found })} exists already`;
    return ask<Choice>(title, contents, { 'Choose another identifier': 'stay', 'Replace it': 'write' });
  }
  return ask<Choice>(written(change, found), contents, {
    'Keep editing': 'stay',
    'Use the current version': 'take',
    [found ? 'Overwrite it with the form' : 'Create it again']: 'write',
  });
}

/** To keep the form, to take the content that was found, or to write although there is another one. */
type Choice = 'stay' | 'take' | 'write';

/**
 * Asks whether to move or delete a record that another client has written.
 *
 * @param change begins with the current content.
 */
export function askBeforeChanging(change: Change, label: string): Promise<boolean> {
  const { before, after } = change;
  const contents = contentBlocks({ 'Current version': before, 'After your change': after });
  return ask(written(change, before), contents, {
    'Leave it as it is': false,
    [before ? label : 'Create it again']: true,
  });
}

/**
 * Asks whether to undo or redo a step although another client has written the record.
 *
 * @param change begins with the current content.
 */
export function askBeforeStep(change: Change, direction: Direction) {
  const { before, after } = change;
  const overwrite = before ? 'Overwrite it' : 'Create it again';
  const content = [
    makeElement('p', {}, 'It differs from what this page wrote, so nothing was sent.'),
    ...contentBlocks({ 'Current version': before, [`After the ${direction}`]: after }),
  ];
  return ask<'later' | 'forget' | 'write'>(written(change, before), content, {
    'Decide later': 'later',
    'Skip this step': 'forget',
    [after ? overwrite : 'Delete it anyway']: 'write',
  });
}

const maxListed = 1000;

/** Lists the records that a set of changes has left as they are. */
export function showSkipped(skipped: readonly Change[]): Promise<undefined> {
  const first = skipped.length > maxListed ? ` These are the first ${maxListed.toLocaleString('en')}.` : '';
  const items = skipped.slice(0, maxListed).map(({ id }) => showText(makeElement('li'), id));
  const content = [
    makeElement('p', {}, `Another client has written them since, or the service refuses the change.${first}`),
    makeElement('ul', { className: 'problems', tabIndex: 0, ariaLabel: 'Records' }, ...items),
  ];
  return ask(`${counted(skipped.length, 'record')} left unchanged`, content, { Close: undefined });
}

/**
 * Asks in a dialog over the page.
 *
 * @param choices by their labels. The first changes nothing, gets the focus, and is taken by Escape.
 */
function ask<Answer>(
  title: string,
  content: readonly HTMLElement[],
  choices: Readonly<Record<string, Answer>>,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const buttons = Object.entries(choices).map(([label, choice]) =>
    makeButton(label, () => {
      resolve(choice);
      dialog.close();
    }),
  );
  const dialog = openDialog(title, content, buttons);
  dialog.addEventListener('close', () => resolve(Object.values(choices)[0] as Answer));
  return promise;
}

function contentBlocks(contents: Readonly<Record<string, Content>>): readonly HTMLElement[] {
  return Object.entries(contents).map(([label, content]) =>
    makeElement('section', { className: 'content' }, makeElement('h3', {}, label), ...contentLines(content)),
  );
}

function contentLines(content: Content): readonly HTMLElement[] {
  if (!content) return [makeElement('p', {}, 'No record')];
  const { description, coordinates } = content;
  const absent = `${description === '' ? 'Empty' : 'No'} description`;
  return [
    description
      ? makeElement(
          'p',
          { className: 'content-description' },
          makeElement('bdi', {}, shownText(description, 2000)),
        )
      : makeElement('p', { className: 'content-absent' }, absent),
    makeElement('p', { className: 'record-place' }, pairText(coordinates)),
  ];
}

function written(change: Change, found: Content): string {
  return `${nameInChange(change)} was ${found ? 'changed' : 'deleted'} by another client`;
}
