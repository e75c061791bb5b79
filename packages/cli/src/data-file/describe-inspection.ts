import type { Choice, Inspection } from '@location-records/formats';
import { withFlags } from '../output/describe-error.ts';
import { counted, formatNumber } from '../output/numbers.ts';
import { printableLine, shellWord, shorten } from '../output/printable-text.ts';

/** What is understood of a file, for a report as JSON. */
export type Understood = Pick<
  Inspection,
  'format' | 'rows' | 'coordinates' | 'id' | 'description' | 'unused' | 'notes'
>;

/** Returns the parts of an inspection that are reported. */
export function understoodOf({
  format,
  rows,
  coordinates,
  id,
  description,
  unused,
  notes,
}: Inspection): Understood {
  return { format, rows, coordinates, id, description, unused, notes };
}

/** How many alternatives and notes are shown. */
const maxOthers = 3;
const maxNotes = 3;
/** How many characters the names of columns that are left out take. */
const maxNames = 60;

/** Describes in a few aligned lines what is understood of a file. */
export function understoodText(file: string, inspection: Inspection): string {
  const { formatWords, rows, coordinates, id, description, unused, notes } = inspection;
  const choices: (readonly [title: string, words: string, advice?: string])[] = [
    ['id', wordsOf(id), idAdvice(id.others)],
    ['coordinates', wordsOf(coordinates), coordinatesAdvice(coordinates.others)],
    ['description', wordsOf(description), optionAdvice('--description', description.others)],
  ];
  const parts = rows === 0 ? [] : choices;
  if (rows > 0 && unused.length > 0) parts.push(['left out', listOf(unused)]);
  for (const note of notes.slice(0, maxNotes)) parts.push(['note', printableLine(withFlags(note))]);
  if (notes.length > maxNotes) parts.push(['note', `and ${notes.length - maxNotes} more`]);
  const width = Math.max(...parts.map(([, words, advice]) => (advice ? words.length : 0)));
  const lines = parts.map(([title, words, advice]) => {
    const text = advice ? `${words.padEnd(width)}  (or ${advice})` : words;
    return `  ${title.padEnd(11)}  ${text}\n`;
  });
  return `${printableLine(file)}: ${formatWords}, ${counted(rows, 'record')}\n${lines.join('')}`;
}

/** Describes the same in a part of a line: `CSV; id: code; coordinates: lat, lon; description: name`. */
export function understoodLine({ formatWords, id, coordinates, description, notes }: Inspection): string {
  const choices = Object.entries({ id, coordinates, description });
  const told = choices.map(([title, choice]) => `${title}: ${printableLine(choice.words)}`);
  return [formatWords, ...told, ...notes.map((note) => printableLine(withFlags(note)))].join('; ');
}

function wordsOf({ words }: Choice): string {
  return shorten(printableLine(words), 100);
}

function idAdvice(others: readonly string[]): string {
  const shown = others.slice(0, maxOthers).map((other) => shellWord(printableLine(other)));
  return shown.length === 0 ? '' : `--id ${shown.join(', ')}`;
}

function coordinatesAdvice([other]: readonly string[]): string {
  if (other === undefined) return '';
  const [first = '', second] = other.split(',').map((name) => shellWord(printableLine(name)));
  return second === undefined ? `--coordinates ${first}` : `--latitude ${first} --longitude ${second}`;
}

function optionAdvice(flag: string, [other]: readonly string[]): string {
  return other === undefined ? '' : `${flag} ${shellWord(printableLine(other))}`;
}

/** Lists names as far as there is room: `zone_id, wheelchair, and 3 more`. */
function listOf(names: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const name of names.map((each) => shorten(printableLine(each), 40))) {
    length += name.length + 2;
    if (shown.length > 0 && length > maxNames) break;
    shown.push(name);
  }
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${formatNumber(more)} more`] : [])].join(', ');
}
