import { saveFile } from '../copies.ts';
import { makeButton, makeElement } from '../make-element.ts';
import { counted, showText } from '../shown-text.ts';

export interface Problem {
  /** Where it is in the file, from 1. */
  readonly line: number;
  readonly id?: string | undefined;
  readonly reason: string;
  /** What may be meant, such as `did you mean "description"?`. */
  readonly suggestion?: string | undefined;
}

/** Problems with the same cause, and the first of them. */
interface ProblemGroup {
  count: number;
  readonly examples: Problem[];
}

const maxGroups = 50;

const maxExamples = 3;

/** Counts what was refused by its cause, and keeps all of it as a list to download. */
export class Problems {
  count = 0;
  readonly #groups = new Map<string, ProblemGroup>();
  readonly #lines = ['line,identifier,reason,suggestion\r\n'];

  /** The causes, the most frequent first. */
  get groups(): readonly ProblemGroup[] {
    return [...this.#groups.values()].sort((one, other) => other.count - one.count);
  }

  add({ line, id, reason, suggestion }: Problem): void {
    this.count++;
    const cause = causeOf(reason);
    const known = this.#groups.get(cause);
    const group = known ?? { count: 0, examples: [] };
    if (!known && this.#groups.size < maxGroups) this.#groups.set(cause, group);
    group.count++;
    if (group.examples.length < maxExamples) group.examples.push({ line, id, reason, suggestion });
    this.#lines.push(`${[String(line), id ?? '', reason, suggestion ?? ''].map(csvField).join()}\r\n`);
  }

  toFile(): Blob {
    return new Blob(this.#lines, { type: 'text/csv' });
  }
}

/** The same for reasons that differ only by their values: `unknown member "a"` and `unknown member "b"`. */
function causeOf(reason: string): string {
  return reason.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/-?\d[\d.,e+-]*/gi, '0');
}

/** In quotes if RFC 4180 requires them. */
function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Makes the list of refused records by their cause, with a button that downloads all of them. */
export function createProblemList(fileName: string) {
  let shown: Problems | undefined;
  let count = 0;
  const title = makeElement('h3', { className: 'problems-title' });
  const list = makeElement('ul', { className: 'problems', tabIndex: 0, ariaLabel: 'Refused records' });
  const save = () => shown && saveFile(shown.toFile(), `${fileName} - problems.csv`);
  const download = makeButton('Download all as CSV', save, 'small-button');
  const element = makeElement('div', { hidden: true }, title, list, download);
  return {
    element,
    show(problems: Problems | undefined) {
      if (problems === shown && problems?.count === count) return;
      shown = problems;
      count = problems?.count ?? 0;
      element.hidden = count === 0;
      title.textContent = `${counted(count, 'record')} cannot be imported`;
      list.replaceChildren(...(problems?.groups ?? []).map(groupItem));
    },
  };
}

function groupItem({ count, examples }: ProblemGroup): HTMLElement {
  const [first] = examples;
  if (count === 1 && first) return problemItem(first);
  const such = count > examples.length ? ', such as' : '';
  const items = makeElement('ul', {}, ...examples.map(problemItem));
  return makeElement('li', {}, `${counted(count, 'record')}${such}:`, items);
}

/** What is wrong with a record, without its identifier, which is shown beside it. */
export function describeProblem({ reason, suggestion }: Pick<Problem, 'reason' | 'suggestion'>): string {
  return suggestion === undefined ? reason : `${reason}; ${suggestion}`;
}

function problemItem({ line, id, reason, suggestion }: Problem): HTMLElement {
  const name = id === undefined ? [] : [', ', showText(makeElement('strong'), id, 80)];
  const why = describeProblem({ reason, suggestion });
  const place = `Line ${line.toLocaleString('en')}`;
  return makeElement('li', {}, place, ...name, ': ', showText(makeElement('span'), why, 500));
}
