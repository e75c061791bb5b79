import { makeButton, makeElement } from '../make-element.ts';

/** Shows how far a set of changes is. */
export interface ProgressBar {
  /** @param total the number of changes. */
  show(title: string, count: number, total: number): void;
  hide(): void;
}

/** Makes a bar in front of an element, with a button that ends the work. */
export function createProgressBar(next: HTMLElement, onStop: () => void): ProgressBar {
  const text = makeElement('p');
  const progress = makeElement('progress', { ariaLabel: 'Progress' });
  const stop = makeButton('Stop', onStop);
  const bar = makeElement('div', { className: 'panel progress', hidden: true }, text, progress, stop);
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Changes of many records');
  next.before(bar);
  return {
    show(title, count, total) {
      bar.hidden = false;
      text.textContent = `${title}: ${count.toLocaleString('en')} of ${total.toLocaleString('en')}`;
      progress.max = total;
      progress.value = count;
    },
    hide() {
      bar.hidden = true;
    },
  };
}
