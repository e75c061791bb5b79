import { makeButton, makeElement } from '../make-element.ts';
import { counted, showText } from '../shown-text.ts';
import { describeProblem } from './import-words.ts';
import type { Problem, ProblemGroup, Problems } from './problems.ts';

/** What shows refused records. */
export interface ProblemList {
  readonly element: HTMLElement;
  show(problems: Problems | undefined): void;
}

/** Makes the list of refused records by their cause, with a button that downloads all of them. */
export function createProblemList(fileName: string): ProblemList {
  let shown: Problems | undefined;
  const title = makeElement('h3', { className: 'problems-title' });
  const list = makeElement('ul', { className: 'problems', tabIndex: 0, ariaLabel: 'Refused records' });
  const download = makeButton('Download all as CSV', () => shown && save(shown, fileName), 'small-button');
  const element = makeElement('div', { hidden: true }, title, list, download);
  let count = 0;

  return {
    element,
    show(problems) {
      element.hidden = !problems || problems.count === 0;
      if (problems === shown && problems?.count === count) return;
      shown = problems;
      count = problems?.count ?? 0;
      title.textContent = `${counted(count, 'record')} cannot be imported`;
      list.replaceChildren(...(problems?.groups ?? []).map(makeGroup));
    },
  };
}

function makeGroup({ count, examples }: ProblemGroup): HTMLElement {
  const [first] = examples;
  if (count === 1 && first) return makeElement('li', {}, ...problemParts(first));
  const items = examples.map((example) => makeElement('li', {}, ...problemParts(example)));
  const such = count > examples.length ? ', such as' : '';
  return makeElement('li', {}, `${counted(count, 'record')}${such}:`, makeElement('ul', {}, ...items));
}

/** A record that was refused, in words. */
function problemParts(problem: Problem): readonly (Node | string)[] {
  const reason = makeElement('span');
  showText(reason, describeProblem(problem), 500);
  const place = `Line ${problem.line.toLocaleString('en')}`;
  if (problem.id === undefined) return [place, ': ', reason];
  const id = makeElement('strong');
  showText(id, problem.id, 80);
  return [place, ', ', id, ': ', reason];
}

function save(problems: Problems, fileName: string): void {
  const url = URL.createObjectURL(problems.toFile());
  makeElement('a', { href: url, download: `${fileName} - problems.csv` }).click();
  // The browser has begun to save it by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
