import { FormatError, type Inspection } from '@location-records/formats';
import { capitalized, counted, shownText } from '../shown-text.ts';
import type { ImportProgress } from './import-run.ts';
import type { Look } from './look-at-file.ts';

/** The most records of an import whose contents before are kept, to undo it: about 50 MB. */
export const maxUndone = 100_000;

const maxUnused = 12;

/** Describes what was understood of a file in sentences. */
export function describeInspection({
  formatWords,
  rows,
  unused,
  notes,
}: Pick<Inspection, 'formatWords' | 'rows' | 'unused' | 'notes'>): readonly string[] {
  const sentences = [`${formatWords}: ${counted(rows, 'record')}.`, ...notes.map(sentenceOf)];
  if (unused.length > 0) {
    const named = unused.slice(0, maxUnused).join(', ');
    const rest = unused.length > maxUnused ? ` and ${unused.length - maxUnused} more` : '';
    sentences.push(`Not imported: ${named}${rest}.`);
  }
  return sentences;
}

export function describeError(error: Error): string {
  if (!(error instanceof FormatError) || error.code !== 'FORMAT_UNAVAILABLE') return error.message;
  return 'This page cannot read a GeoPackage: use "location-records import", or convert it with "ogr2ogr places.geojson" and its name.';
}

export function describeLook(look: Look): readonly string[] {
  const { records, doubted, doubt, existing, same, isDone, broken } = look;
  if (!isDone) return [];
  const sentences = [];
  if (broken !== undefined) {
    sentences.push(`${broken} The ${counted(records, 'record')} before can be imported.`);
  }
  if (records === 0) sentences.push('There is nothing to import.');
  if (doubted > 0) sentences.push(`${counted(doubted, 'record')} may be wrong: ${doubt}.`);
  if (records > 0) {
    sentences.push(
      existing + same === 0
        ? 'None of the records exists yet.'
        : `Of the records, ${existing.toLocaleString('en')} exist with other content, and ${same.toLocaleString('en')} with the same.`,
    );
  }
  if (records > maxUndone) {
    sentences.push(`An import of more than ${maxUndone.toLocaleString('en')} records cannot be undone here.`);
  }
  return sentences;
}

export interface WorkProgress {
  readonly done: number;
  readonly total: number;
  /** Milliseconds since the work began. */
  readonly elapsed: number;
}

/** Describes how far some work is, and how long it will take if it goes on like this: `43 %, 2 minutes left`. */
export function describeProgress({ done, total, elapsed }: WorkProgress): string {
  const part = total > 0 ? Math.min(done / total, 1) : 0;
  const percentage = `${Math.floor(part * 100)} %`;
  // The first requests tell too little.
  if (elapsed < 2000 || part === 0 || part === 1) return percentage;
  const seconds = (elapsed / part - elapsed) / 1000;
  if (seconds < 55)
    return `${percentage}, ${counted(Math.max(1, Math.ceil(seconds / 5) * 5), 'second')} left`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return `${percentage}, ${counted(minutes, 'minute')} left`;
  return `${percentage}, ${counted(Math.round(minutes / 60), 'hour')} left`;
}

export function describeImport(
  progress: ImportProgress,
  work: WorkProgress,
  isUndoable: boolean,
): readonly string[] {
  const { state, message, read, created, replaced, unchanged, skipped, problems, unsettled } = progress;
  const parts = Object.entries({ created, replaced, unchanged, skipped, refused: problems.count });
  const totals = parts.map(([name, count]) => `${count.toLocaleString('en')} ${name}`).join(', ');
  const sentences = [`${counted(read, 'record')} read: ${totals}.`];
  if (unsettled > 0) sentences.push(`The outcome is unknown for ${counted(unsettled, 'record')}.`);
  if (isUndoable) sentences.push('"Undo" takes all of it back in one step.');
  const states: Readonly<Record<ImportProgress['state'], string>> = {
    running: `Importing … ${describeProgress(work)}.`,
    paused: `Paused. ${message} Choose "Continue" to resume.`,
    done: 'The import is complete.',
    stopped: 'The import was stopped.',
    failed: `The import has ended early: ${message}`,
  };
  return [states[state], ...sentences];
}

export function importTitle(count: number, fileName: string): string {
  // Isolated, so that the name turns no word beside it.
  return `Imported ${counted(count, 'record')} from \u2068${shownText(fileName, 80)}\u2069`;
}

/** `2 lines are skipped` as `2 lines are skipped.`, and `altitudes …` as `Altitudes …`. */
function sentenceOf(phrase: string): string {
  const first = capitalized(phrase);
  return first.endsWith('.') ? first : `${first}.`;
}
