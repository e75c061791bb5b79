import {
  type Inspection,
  type InspectionFault,
  type InspectOptions,
  inspect,
  type ParsedEntry,
} from '@location-records/formats';
import type { ChangeSet } from '../editing/change-set.ts';
import { makeButton, makeElement, openDialog } from '../make-element.ts';
import { api } from '../page.ts';
import { capitalized, showText } from '../shown-text.ts';
import { createChoices } from './choices.ts';
import { type ImportRun, startImport } from './import-run.ts';
import {
  describeError,
  describeImport,
  describeInspection,
  describeLook,
  describeProgress,
  importTitle,
  maxUndone,
} from './import-words.ts';
import { type Look, lookAtFile } from './look-at-file.ts';
import { createProblemList } from './problems.ts';

/** Makes changes when it is their turn. They are one step to undo. */
export type ChangeMany = (work: () => Promise<ChangeSet | undefined>) => Promise<void>;

/** Files of this length are read within a moment. */
const shortLength = 4_194_304;

/**
 * Opens a dialog that looks at a file, and imports it when a person says so. Resolves when it is closed.
 *
 * @param number which of several files it is, from 1.
 * @param count how many files there are.
 */
export function openImport(file: File, changeMany: ChangeMany, number: number, count: number): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const title = showText(
    makeElement('span'),
    `Import ${file.name}${count > 1 ? ` (${number} of ${count})` : ''}`,
  );
  const understood = makeElement('div');
  const fault = makeElement('div', { role: 'alert', className: 'fault', hidden: true });
  const choices = createChoices((chosen) => void look(chosen));
  const preview = makeElement('div');
  const summary = makeElement('div', { role: 'status', id: 'import-summary' });
  const bar = makeElement('progress', { hidden: true, ariaLabel: 'Progress of the import' });
  const problems = createProblemList(file.name);
  const start = makeButton('Import', () => void importFile());
  const resume = makeButton('Continue', () => {
    run?.resume();
    stop.focus();
  });
  const stop = makeButton('Stop', () => run?.stop());
  const close = makeButton(number < count ? 'Next file' : 'Close', () => dialog.close());
  // It says why the button has to wait.
  start.setAttribute('aria-describedby', summary.id);
  // What grows while a file is read is below the fields, so that no field moves away from the pointer.
  const before = [understood, fault, choices.element, preview];

  let looking = new AbortController();
  let inspection: Inspection | undefined;
  let looked: Look | undefined;
  let run: ImportRun | undefined;
  let runBegan = 0;

  async function look(options: InspectOptions) {
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    setReady(false);
    showFault(undefined);
    say(['Reading the file …']);
    try {
      const found = await inspect(file, { ...options, signal, onProgress: showRead });
      if (signal.aborted) return;
      showInspection(found, options);
      if (!found.fault) await compare(found, signal);
    } catch (error) {
      if (!signal.aborted) showFault({ message: describeError(error as Error), remedies: [] }, options);
    } finally {
      if (!signal.aborted) bar.hidden = true;
    }
  }

  /** What an import would replace is known before it can begin. */
  async function compare(found: Inspection, signal: AbortSignal) {
    const began = performance.now();
    looked = undefined;
    for await (const seen of lookAtFile(found.records(), api, signal)) {
      if (signal.aborted) return;
      looked = seen;
      problems.show(seen.problems);
      if (seen.isDone) break;
      const done = seen.records + seen.problems.count;
      const progress = describeProgress({ done, total: found.rows, elapsed: performance.now() - began });
      showBar(done, found.rows);
      summary.ariaBusy = 'true';
      const words = `Comparing the records with those of the service … ${progress}.`;
      say([`${words} Then the import can begin.`]);
    }
    summary.ariaBusy = 'false';
    if (!looked) return;
    say(describeLook(looked));
    setReady(looked.records > 0);
  }

  /** A disabled button would lose the focus. */
  function setReady(isReady: boolean) {
    start.ariaDisabled = String(!isReady);
  }

  function showRead(bytes: number) {
    if (!run && file.size >= shortLength) showBar(bytes, file.size);
  }

  function showBar(value: number, max: number) {
    Object.assign(bar, { hidden: false, max: max || 1, value });
  }

  function showInspection(found: Inspection, options: InspectOptions) {
    inspection = found;
    understood.replaceChildren(...describeInspection(found).map(makeLine));
    choices.show(found, options);
    preview.replaceChildren(...(found.preview.length > 0 ? [makePreview(found.preview)] : []));
    problems.show(undefined);
    showFault(found.fault, options);
  }

  /** Says why a file cannot be imported, with a button for each remedy. */
  function showFault(found: InspectionFault | undefined, options: InspectOptions = {}) {
    fault.hidden = !found;
    if (!found) return;
    say([]);
    const { message, remedies } = found;
    // Without a remedy for the file, the service may be back.
    const tries = remedies.length > 0 ? remedies : [{ words: 'try again', options: {} }];
    const remedyButtons = tries.map(({ words, options: mending }) =>
      makeButton(capitalized(words), () => {
        start.focus();
        void look({ ...options, ...mending });
      }),
    );
    fault.replaceChildren(makeLine(message), makeElement('div', { className: 'buttons' }, ...remedyButtons));
  }

  async function importFile() {
    if (start.ariaDisabled === 'true') return;
    for (const element of before) element.hidden = true;
    start.hidden = true;
    stop.hidden = false;
    stop.focus();
    await changeMany(write);
    show();
    close.focus();
  }

  async function write(): Promise<ChangeSet | undefined> {
    if (!inspection || !looked) return undefined;
    const keepsChanges = looked.records <= maxUndone;
    const { onConflict } = choices;
    runBegan = performance.now();
    run = startImport(inspection.records(), api, { onConflict, keepsChanges }, show);
    show();
    await run.ended;
    const { changes } = run;
    return changes.length > 0 ? { title: importTitle(changes.length, file.name), changes } : undefined;
  }

  function show() {
    const progress = run?.progress;
    const state = progress?.state;
    start.hidden = progress !== undefined;
    resume.hidden = state !== 'paused';
    stop.hidden = state !== 'running' && state !== 'paused';
    close.hidden = !stop.hidden;
    // Screen readers read how it goes on, and not each number on the way.
    summary.ariaBusy = String(state === 'running');
    if (!progress) return;
    const total = inspection?.rows ?? 0;
    showBar(progress.read, total);
    bar.hidden = stop.hidden;
    const work = { done: progress.read, total, elapsed: performance.now() - runBegan };
    say(describeImport(progress, work, stop.hidden && (run?.changes.length ?? 0) > 0));
    problems.show(progress.problems);
  }

  /** Screen readers read replaced text again, even if it is the same. */
  function say(sentences: readonly string[]) {
    const lines = sentences.map(makeLine);
    const isSame = summary.textContent === lines.map(({ textContent }) => textContent).join('');
    if (!isSame) summary.replaceChildren(...lines);
  }

  show();
  const dialog = openDialog(title, [...before, summary, problems.element, bar], [start, resume, stop, close]);
  dialog.addEventListener('cancel', (event) => {
    // Escape does not end an import halfway. "Stop" does.
    if (close.hidden) event.preventDefault();
  });
  dialog.addEventListener('close', () => {
    looking.abort();
    run?.stop();
    closed.resolve();
  });
  void look({});
  return closed.promise;
}

function makeLine(sentence: string): HTMLElement {
  return showText(makeElement('p'), sentence, 1000);
}

const columns = ['Identifier', 'Latitude', 'Longitude', 'Description'];

/** Makes a table of the first records of a file, as they would be imported. A keyboard can scroll it. */
function makePreview(entries: readonly ParsedEntry[]): HTMLElement {
  const head = columns.map((name) => makeElement('th', { scope: 'col' }, name));
  const table = makeElement(
    'table',
    { className: 'preview' },
    makeElement('caption', {}, 'First records'),
    makeElement('thead', {}, makeElement('tr', {}, ...head)),
    makeElement('tbody', {}, ...entries.map(makeRow)),
  );
  const box = { className: 'preview-box', tabIndex: 0, role: 'region', ariaLabel: 'First records' };
  return makeElement('div', box, table);
}

function makeRow(entry: ParsedEntry): HTMLElement {
  if (!('record' in entry)) {
    const cell = makeElement('td', { colSpan: columns.length, className: 'preview-refused' });
    return makeElement('tr', {}, showText(cell, `Line ${entry.line}: ${entry.reason}`));
  }
  const [id, { description = '', coordinates }] = entry.record;
  const texts = [id, String(coordinates.latitude), String(coordinates.longitude), description];
  return makeElement('tr', {}, ...texts.map((text) => showText(makeElement('td'), text, 120)));
}
