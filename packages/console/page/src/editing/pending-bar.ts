import { makeButton, makeElement } from '../make-element.ts';
import { type Change, describeChange } from './change.ts';

/** Says that it is not known whether a change was done. */
export interface PendingBar {
  /** Shows the change, or that all is known again (`undefined`). */
  show(change: Change | undefined, message?: string): void;
}

/** Makes the bar in front of an element, with a button that ends the waiting. */
export function createPendingBar(next: HTMLElement, onStop: () => void): PendingBar {
  const text = makeElement('p', { role: 'alert' });
  const bar = makeElement(
    'div',
    { className: 'panel pending', hidden: true },
    text,
    makeButton('Stop looking', onStop),
  );
  next.before(bar);
  return {
    show(change, message = '') {
      bar.hidden = change === undefined;
      const line = change
        ? `${message} It is not known whether this was done: ${describeChange(change)}. The page looks until it is.`
        : '';
      // The same words again would be read aloud again.
      if (text.textContent !== line) text.textContent = line;
    },
  };
}
