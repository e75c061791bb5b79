import type { ImportProgress } from './import-run.ts';
import { type Look, maxCompared } from './look-at-file.ts';
import { maxShown, type Problem } from './problems.ts';

/** A number with its noun: `1 record`, `2,000 records`. */
function counted(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** Describes the look at a file in sentences. */
export function describeLook(look: Look): readonly string[] {
  const { records, refused, doubted, doubt, compared, existing, same, isDone } = look;
  const sentences = [
    `The file has ${counted(records, 'record')} to import, and ${counted(refused, 'record')} that cannot be read.`,
  ];
  if (doubted > 0) sentences.push(`${counted(doubted, 'record')} may be wrong: ${doubt}.`);
  if (compared > 0) {
    const isAll = isDone && records <= maxCompared;
    const which = isAll ? 'Of these, ' : `Of the first ${compared.toLocaleString('en')}, `;
    sentences.push(
      `${which}${existing.toLocaleString('en')} replace an existing record, and ${same.toLocaleString('en')} are already stored with the same content.`,
    );
  }
  if (!isDone) sentences.push('Reading the file …');
  return sentences;
}

/** Describes the progress or the result of an import in sentences. */
export function describeImport(progress: ImportProgress): readonly string[] {
  const { state, message, read, created, replaced, unchanged, refused, unsettled } = progress;
  const parts = Object.entries({ created, replaced, unchanged, refused });
  const totals = parts.map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ');
  const sentences = [`${counted(read, 'record')} read: ${totals}.`];
  if (unsettled > 0) sentences.push(`The outcome is unknown for ${counted(unsettled, 'record')}.`);
  const states: Readonly<Record<ImportProgress['state'], string>> = {
    running: 'Importing …',
    paused: `Paused. ${message} Choose "Continue" to resume.`,
    done: 'The import is complete.',
    stopped: 'The import was stopped.',
    failed: `The rest of the file cannot be read: ${message}`,
  };
  return [states[state], ...sentences];
}

/** What is wrong with a record, without its identifier, which is shown beside it. */
export function describeProblem({ reason, suggestion }: Problem): string {
  return suggestion === undefined ? reason : `${reason}; ${suggestion}`;
}

/** The title of the list of problems. */
export function titleOfProblems(count: number): string {
  return count > maxShown
    ? `The first ${maxShown} of ${counted(count, 'refused record')}`
    : counted(count, 'refused record');
}
