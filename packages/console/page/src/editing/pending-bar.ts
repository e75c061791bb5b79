import { makeButton, makeElement } from '../make-element.ts';
import { type Change, describeChange } from './change.ts';

/**
 * Makes a bar in front of an element, with a button that ends the waiting. Returns a function that says that
 * it is not known whether a change was done, or hides the bar for `undefined`.
 */
export function createPendingBar(
  next: HTMLElement,
  onStop: () => void,
): (change: Change | undefined, message?: string) => void {
  const text = makeElement('p', { role: 'alert' });
  const bar = makeElement(
    'div',
    { className: 'panel pending', hidden: true },
    text,
    makeButton('Stop checking', onStop),
  );
  next.before(bar);
  return (change, message = '') => {
    bar.hidden = change === undefined;
    const line = change
      ? `${message} It is not known whether this was done: ${describeChange(change)}. The page keeps checking.`
      : '';
    // The same words again would be read aloud again.
    if (text.textContent !== line) text.textContent = line;
  };
}
