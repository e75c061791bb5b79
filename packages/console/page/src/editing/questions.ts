import { counted, namedText } from '../shown-text.ts';
import { ask } from './ask.ts';
import { type Change, type Content, type Direction, nameInChange } from './change.ts';

/** Asks what to do with a form whose record has changed since it was opened. */
export function askBeforeSaving({ id, before, after }: Change, found: Content) {
  const contents = { 'Current version': found, 'In the form': after };
  if (!before && found) {
    return ask<'stay' | 'take' | 'write'>({
      title: `A record ${namedText({ id, ...found })} exists already`,
      contents,
      choices: { 'Choose another identifier': 'stay', 'Replace it': 'write' },
    });
  }
  return ask<'stay' | 'take' | 'write'>({
    title: written({ id, before, after }, found),
    contents,
    choices: {
      'Keep editing': 'stay',
      'Use the current version': 'take',
      [found ? 'Overwrite it with the form' : 'Create it again']: 'write',
    },
  });
}

/**
 * Asks whether to move or delete a record that another client has written.
 *
 * @param change begins with the current content.
 */
export function askBeforeChanging({ id, before, after }: Change, label: string): Promise<boolean> {
  return ask({
    title: written({ id, before, after }, before),
    contents: { 'Current version': before, 'After your change': after },
    choices: { 'Leave it as it is': false, [before ? label : 'Create it again']: true },
  });
}

/**
 * Asks whether to undo or redo a step although another client has written the record.
 *
 * @param change begins with the current content.
 */
export function askBeforeStep({ id, before, after }: Change, direction: Direction) {
  return ask<'later' | 'forget' | 'write'>({
    title: written({ id, before, after }, before),
    text: 'It differs from what this page wrote, so nothing was sent.',
    contents: { 'Current version': before, [`After the ${direction}`]: after },
    choices: {
      'Decide later': 'later',
      'Skip this step': 'forget',
      [labelOf(before, after)]: 'write',
    },
  });
}

/** How many identifiers a dialog lists. */
const maxListed = 1000;

/** Lists the records that undoing or redoing an import has left as they are. */
export function showSkipped(skipped: readonly Change[]): Promise<undefined> {
  const ids = skipped.map(({ id }) => id);
  const first = ids.length > maxListed ? ` These are the first ${maxListed.toLocaleString('en')}.` : '';
  return ask({
    title: `${counted(ids.length, 'record')} left unchanged`,
    text: `Another client has written them since, or the service refuses the change.${first}`,
    ids: ids.slice(0, maxListed),
    choices: { Close: undefined },
  });
}

function labelOf(before: Content, after: Content): string {
  if (!after) return 'Delete it anyway';
  return before ? 'Overwrite it' : 'Create it again';
}

function written(change: Change, found: Content): string {
  return `${nameInChange(change)} was ${found ? 'changed' : 'deleted'} by another client`;
}
