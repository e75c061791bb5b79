import { namedText } from '../shown-text.ts';
import { ask } from './ask.ts';
import type { Change, Content } from './change.ts';
import type { Direction } from './editing.ts';

/** Asks what to do with a form whose record has changed since it was opened. */
export function askBeforeSaving({ id, before, after }: Change, found: Content) {
  const contents = { 'There now': found, 'In the form': after };
  if (!before && found) {
    return ask<'stay' | 'take' | 'write'>({
      title: `A record ${namedText(id)} exists already`,
      contents,
      choices: { 'Choose another identifier': 'stay', 'Replace it': 'write' },
    });
  }
  return ask<'stay' | 'take' | 'write'>({
    title: written(id, found),
    contents,
    choices: {
      'Keep editing': 'stay',
      'Take what is there': 'take',
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
    title: written(id, before),
    contents: { 'There now': before, 'After your change': after },
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
    title: written(id, before),
    text: 'It is not what this page left, so nothing was sent.',
    contents: { 'There now': before, [`After the ${direction}`]: after },
    choices: {
      'Decide later': 'later',
      [`Leave it, and ${direction} other steps`]: 'forget',
      [labelOf(before, after)]: 'write',
    },
  });
}

function labelOf(before: Content, after: Content): string {
  if (!after) return 'Delete it nevertheless';
  return before ? 'Overwrite it' : 'Create it again';
}

function written(id: string, found: Content): string {
  return `${namedText(id)} was ${found ? 'changed' : 'deleted'} by another client`;
}
