import type { FieldName, Fields } from '../rows/row.ts';
import { fieldNames, textOf, wordSet, wordsOf } from './names.ts';

/** Names of fields that say what a record is, best first. */
const descriptions = listed(
  'description descripcion descrizione beschreibung descricao omschrijving beskrivelse beskrivning opis popis ' +
    'desc описание 説明 描述 설명',
);
const titles = listed(
  'name title label bezeichnung nom nombre nome naam namn navn nimi nazwa nazev название наименование 名称 名前 ' +
    '名稱 이름 명칭 titel titre titolo titulo display place headline libelle toponym location address adresse ' +
    'direccion anschrift comment notes note remarks summary text station city town stadt ort species',
);

/** Words of fields that name somebody or something else. */
const others = wordSet(
  'operator operateur owner agency network provider host author user contact first last file company country ' +
    'state region county department departement',
);

/** Fields with a value in fewer rows than this share of the fullest one are passed over. */
const leastShare = 0.2;

type Sample = readonly { readonly fields: Fields }[];

/** Finds the fields that may be the description of the rows, best first. */
export function descriptionCandidates(sample: Sample, used: readonly FieldName[]): readonly FieldName[] {
  return ranked(sample, used, [...descriptions, ...titles]);
}

/** Finds the field with the name of the rows; `undefined` if no field has it. */
export function chooseName(sample: Sample, used: readonly FieldName[]): FieldName | undefined {
  return ranked(sample, used, [...titles, ...descriptions])[0];
}

function ranked(sample: Sample, used: readonly FieldName[], wanted: readonly string[]): readonly FieldName[] {
  const free = fieldNames(sample).filter((name) => !used.includes(name));
  const candidates = free
    .map((name) => ({ name, rank: rankOf(name, wanted), filled: filledShare(name, sample) }))
    .filter(({ rank, filled }) => rank !== undefined && filled > 0);
  const fullest = Math.max(0, ...candidates.map(({ filled }) => filled));
  const found = candidates
    .filter(({ filled }) => filled >= leastShare * fullest)
    .sort((a, b) => (a.rank as number) - (b.rank as number))
    .map(({ name }) => name);
  return [...found, ...free.filter((name) => !found.includes(name) && looksLikeNames(name, sample))];
}

/** `name` comes before `stop_name`, this before `name_long`, and this before `operator_name`. */
function rankOf(name: FieldName, wanted: readonly string[]): number | undefined {
  const words = wordsOf(name).map((word) => (/^\p{L}+name$/u.test(word) ? 'name' : word));
  const positions = words.map((word) => wanted.indexOf(word)).filter((position) => position !== -1);
  if (positions.length === 0) return undefined;
  const position = Math.min(...positions);
  const place = words.length === 1 ? 0 : words.at(-1) === wanted[position] ? 0.3 : 0.6;
  const isOther = words.some((word) => others.has(word));
  return position + place + Math.min(words.length, 9) / 100 + (isOther ? wanted.length : 0);
}

/** Whether the values of a field, whatever it is called, are different words. */
function looksLikeNames(name: FieldName, sample: Sample): boolean {
  const texts = sample.map(({ fields }) => textOf(fields.get(name))).filter((text) => text !== undefined);
  const words = texts.filter((text) => text.length <= 100 && /^\p{L}[\p{L}\p{M}\s.,'’&()-]{2,}$/u.test(text));
  return words.length >= 0.8 * sample.length && new Set(words).size >= 0.9 * words.length;
}

/** The share of the rows with a text in a field: a number alone describes nothing. */
function filledShare(name: FieldName, sample: Sample): number {
  let filled = 0;
  for (const { fields } of sample) {
    const value = fields.get(name);
    const text = typeof value === 'boolean' ? undefined : textOf(value);
    if (text !== undefined && !/^[\d\s.,:+-]+$/.test(text)) filled++;
  }
  return filled / sample.length;
}

function listed(words: string): readonly string[] {
  return words.split(' ');
}
