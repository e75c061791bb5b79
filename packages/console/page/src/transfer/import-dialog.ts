import { detectFormat, parseRecords } from '@location-records/formats';
import type { Api } from '../api.ts';
import { makeElement } from '../make-element.ts';
import { showText } from '../shown-text.ts';
import { createImportOptions } from './import-options.ts';
import { type ImportRun, startImport } from './import-run.ts';
import { describeImport, describeLook, describeProblem, titleOfProblems } from './import-words.ts';
import { lookAtFile } from './look-at-file.ts';
import type { Problem } from './problems.ts';

/** How many bytes tell the format. */
const headLength = 65_536;

/** Opens a dialog that looks at a file, and imports it when a person says so. */
export function openImport(file: File, api: Api): void {
  const options = createImportOptions(() => void look());
  const title = makeElement('h2', { className: 'dialog-title', id: 'import-title' });
  showText(title, `Import ${file.name}`);
  const summary = makeElement('div', { role: 'status' });
  const bar = makeElement('progress', { hidden: true, ariaLabel: 'Progress of the import' });
  const problemTitle = makeElement('h3', { className: 'problems-title' });
  const problemList = makeElement('ol', { className: 'problems', tabIndex: 0, ariaLabel: 'Refused records' });
  const problemBox = makeElement('div', { hidden: true }, problemTitle, problemList);
  const [start, resume, stop, close] = ['Import', 'Continue', 'Stop', 'Close'].map((label) =>
    makeElement('button', { type: 'button', className: 'button' }, label),
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
  const buttons = makeElement('div', { className: 'dialog-buttons' }, start, resume, stop, close);
  const dialog = makeElement('dialog', { className: 'dialog' });
  dialog.setAttribute('aria-labelledby', title.id);
  // What grows is below the fields, so that no field moves away from under the pointer.
  dialog.append(title, options.element, summary, bar, problemBox, buttons);

  let looking = new AbortController();
  let run: ImportRun | undefined;
  let total = 0;
  let isDrawing = false;

  async function look() {
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    start.disabled = true;
    say(['Reading the file …']);
    showProblems(0, []);
    try {
      await checkFormat();
      for await (const found of lookAtFile(parseRecords(file.stream(), options.read()), api, signal)) {
        if (signal.aborted) return;
        total = found.records + found.refused;
        say(describeLook(found));
        showProblems(found.refused, found.problems);
        // The comparison may take a while, and nothing has to wait for it.
        start.disabled = found.records === 0 || (found.compared === 0 && !found.isDone);
      }
    } catch (error) {
      if (!signal.aborted) say([(error as Error).message]);
    }
  }

  async function checkFormat() {
    const format = detectFormat(new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
    options.showFor(format === 'csv');
    if (format !== 'gpkg') return;
    throw new Error(
      'The file is a GeoPackage. This page cannot read it: use "location-records import", or convert it with "ogr2ogr places.geojson" and its name.',
    );
  }

  async function importFile() {
    looking.abort();
    options.element.hidden = true;
    run = startImport(parseRecords(file.stream(), options.read()), api, draw);
    show();
    stop.focus();
    await run.ended;
    show();
    close.focus();
  }

  /** Draws once a frame: each record changes something. */
  function draw() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      show();
    });
  }

  function show() {
    const progress = run?.progress;
    const state = progress?.state;
    start.hidden = progress !== undefined;
    resume.hidden = state !== 'paused';
    stop.hidden = state !== 'running' && state !== 'paused';
    close.hidden = !stop.hidden;
    bar.hidden = stop.hidden;
    // Screen readers read how it goes on, and not each number on the way.
    summary.ariaBusy = String(state === 'running');
    if (!progress) return;
    bar.max = Math.max(total, 1);
    bar.value = progress.read;
    say(describeImport(progress));
    showProblems(progress.refused, progress.problems);
  }

  function say(sentences: readonly string[]) {
    const lines = sentences.map((sentence) => {
      const line = makeElement('p', { className: 'dialog-line' });
      showText(line, sentence, 1000);
      return line;
    });
    // Screen readers read replaced text again, even if it is the same.
    if (lines.map((line) => line.textContent).join() === textsOf(summary)) return;
    summary.replaceChildren(...lines);
  }

  function showProblems(count: number, problems: readonly Problem[]) {
    problemBox.hidden = count === 0;
    problemTitle.textContent = titleOfProblems(count);
    // Problems are only added, unless the file is looked at again.
    if (problems.length < problemList.childElementCount) problemList.replaceChildren();
    problemList.append(...problems.slice(problemList.childElementCount).map(makeProblem));
  }

  start.addEventListener('click', importFile);
  resume.addEventListener('click', () => {
    run?.resume();
    stop.focus();
  });
  stop.addEventListener('click', () => run?.stop());
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('cancel', (event) => {
    // Escape does not end an import halfway. "Stop" does.
    if (close.hidden) event.preventDefault();
  });
  dialog.addEventListener('close', () => {
    looking.abort();
    run?.stop();
    dialog.remove();
  });
  document.body.append(dialog);
  show();
  dialog.showModal();
  void look();
}

function textsOf(element: HTMLElement): string {
  return Array.from(element.children, (child) => child.textContent).join();
}

function makeProblem(problem: Problem): HTMLElement {
  const item = makeElement('li', {}, `Line ${problem.line}`);
  if (problem.id !== undefined) {
    const id = makeElement('strong');
    showText(id, problem.id, 80);
    item.append(', ', id);
  }
  const reason = makeElement('span');
  showText(reason, describeProblem(problem), 500);
  item.append(': ', reason);
  return item;
}
