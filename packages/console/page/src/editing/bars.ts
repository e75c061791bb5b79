import { element, makeButton, makeElement } from '../make-element.ts';
import { type Change, describeChange } from './change.ts';
import type { ChangeSet } from './change-set.ts';

/**
 * Makes the bars in front of the form, each with a button that stops waiting: the progress of a set of
 * changes, and a change whose outcome is not known yet.
 */
export function createBars(onStop: () => void) {
  const title = makeElement('p');
  const progress = makeElement('progress', { ariaLabel: 'Progress' });
  const progressBar = makeElement(
    'div',
    { className: 'panel progress', hidden: true, role: 'group', ariaLabel: 'Changes of many records' },
    title,
    progress,
    makeButton('Stop', onStop),
  );
  const doubt = makeElement('p', { role: 'alert' });
  const pendingBar = makeElement(
    'div',
    { className: 'panel pending', hidden: true },
    doubt,
    makeButton('Stop checking', onStop),
  );
  element('editor').before(pendingBar, progressBar);
  return {
    showProgress({ title: text, changes: { length } }: ChangeSet, count: number) {
      progressBar.hidden = false;
      title.textContent = `${text}: ${count.toLocaleString('en')} of ${length.toLocaleString('en')}`;
      Object.assign(progress, { max: length, value: count });
    },
    hideProgress() {
      progressBar.hidden = true;
    },
    /** Says that it is not known whether a change was done; `undefined` when that is over. */
    showPending(change: Change | undefined, message = '') {
      pendingBar.hidden = !change;
      const line = `${message} It is not known whether this was done: ${change && describeChange(change)}. The page keeps checking.`;
      // The same words again would be read aloud again.
      if (change && doubt.textContent !== line) doubt.textContent = line;
    },
  };
}
