import { type Change, describeChange } from './change.ts';
import { make, makeButton } from './make-element.ts';

/** Says that it is not known whether a change was done. */
export interface PendingBar {
  /** Shows the change, or that all is known again (`undefined`). */
  show(change: Change | undefined, message?: string): void;
}

/** Makes the bar in front of an element, with a button that ends the waiting. */
export function createPendingBar(next: HTMLElement, onStop: () => void): PendingBar {
  const text = make('p', { role: 'alert' });
  const bar = make(
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
