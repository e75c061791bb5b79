import type { FieldName, Fields } from '../rows/row.ts';
import { fieldNames, textOf, wordSet, wordsOf } from './names.ts';
import { readPair } from './point.ts';

/** Names of fields that say what a record is, best first. */
const descriptions = listed(
  'description descripcion descrizione beschreibung descricao omschrijving beskrivelse beskrivning opis popis ' +
    'desc описание 説明 描述 설명',
);
const titles = listed(
  'name title label bezeichnung nom nombre nome naam namn navn nimi nazwa nazev название наименование 名称 名前 ' +
    '名稱 이름 명칭 titel titre titolo titulo place headline libelle toponym',
);

/** Names of fields that say where a record is, or something about it, best first. */
const hints = listed(
  'location address adresse direccion anschrift comment notes note remarks summary text station city town stadt ' +
    'ort species',
);

/** Words of fields that name somebody or something else. */
const others = wordSet(
  'operator operateur owner agency network host author artist user contact first last file company country state ' +
    'region county department departement dept street alternate alternative alt short old geometry',
);

/** Last words of fields that tell something about a name or a text rather than it. */
const attributes = wordSet('type datatype lang language id code url uri link length count date time source');

/** Fields with a value in fewer rows than this share of the fullest one are passed over. */
const leastShare = 0.2;

/** How many rows tell whether the values of a field are names. */
const rowsForNames = 1000;

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
  const some = sample.slice(0, rowsForNames);
  const candidates = fieldNames(sample)
    .filter((name) => !used.includes(name))
    .map((name) => ({ name, rank: rankOf(name, some, wanted), filled: filledShare(name, sample) }))
    .filter(({ rank, filled }) => rank !== undefined && filled > 0);
  if (candidates.length === 0) return onlyText(some, used);
  const fullest = Math.max(0, ...candidates.map(({ filled }) => filled));
  return candidates
    .filter(({ filled }) => filled >= leastShare * fullest)
    .sort((a, b) => (a.rank as number) - (b.rank as number))
    .map(({ name }) => name);
}

/** Returns the one field, whatever it is called, whose values are words and differ; none if there are several. */
function onlyText(sample: Sample, used: readonly FieldName[]): readonly FieldName[] {
  const found = fieldNames(sample).filter((name) => {
    if (used.includes(name)) return false;
    const texts = sample.map(({ fields }) => textOf(fields.get(name)) ?? '').filter(looksLikeText);
    return texts.length >= 0.8 * sample.length && new Set(texts).size >= 0.9 * texts.length;
  });
  return found.length === 1 ? found : [];
}

/** Words, not a code, an address or a point. */
function looksLikeText(text: string): boolean {
  const isPhrase = /^\p{L}{2}/u.test(text) && (/\s/.test(text) || !/\p{N}/u.test(text));
  return isPhrase && text.length <= 100 && !/:\/\/|@|^[[{(]|^[A-Z]{1,5}$/.test(text) && !readPair(text);
}

/** Fields with a wanted name come first, then those whose values look like names, then hints. */
function rankOf(name: FieldName, sample: Sample, wanted: readonly string[]): number | undefined {
  // `STANAME` is less than `NAME`.
  const words = wordsOf(name).flatMap((word) => (/^\p{L}+name$/u.test(word) ? ['', 'name'] : [word]));
  if (words.length > 1 && attributes.has(words.at(-1) as string)) return undefined;
  const isOther = words.some((word) => others.has(word));
  const values = differentValues(name, sample);
  if (values === 1 && isOther && sample.length >= 50) return undefined;
  const position = positionOf(words, wanted);
  if (position !== undefined) return position + (isOther || values <= sample.length / 50 ? 3000 : 0);
  const hint = positionOf(words, hints);
  const different = shareOfNames(name, sample);
  if (different >= 0.9)
    return 1000 + 500 * (1 - different) + (isOther ? 500 : 0) + (hint ?? hints.length) / 100;
  return hint === undefined ? undefined : 2000 + hint + (isOther ? 2000 : 0);
}

function differentValues(name: FieldName, sample: Sample): number {
  return new Set(sample.map(({ fields }) => fields.get(name))).size;
}

/** `name` comes before `stop_name`, and this before `name_long`. */
function positionOf(words: readonly string[], wanted: readonly string[]): number | undefined {
  const positions = words.map((word) => wanted.indexOf(word)).filter((position) => position !== -1);
  if (positions.length === 0) return undefined;
  const position = Math.min(...positions);
  const place = words.length === 1 ? 0 : words.at(-1) === wanted[position] ? 0.3 : 0.6;
  return position + place + Math.min(words.length, 9) / 100;
}

/** The share of different ones among the values of a field, if they are words; 0 if they are not. */
function shareOfNames(name: FieldName, sample: Sample): number {
  const words = sample.map(({ fields }) => textOf(fields.get(name)) ?? '').filter(looksLikeName);
  return words.length < 0.8 * sample.length ? 0 : new Set(words).size / words.length;
}

/** Not a short code in capitals. */
function looksLikeName(text: string): boolean {
  return text.length <= 100 && /^\p{L}[\p{L}\p{M}\s.,'’&()-]{2,}$/u.test(text) && !/^[A-Z]{1,5}$/.test(text);
}

/** The share of the rows with a text in a field: a number or a point describes nothing. */
function filledShare(name: FieldName, sample: Sample): number {
  let filled = 0;
  for (const { fields } of sample) {
    const value = fields.get(name);
    const text = typeof value === 'boolean' ? undefined : textOf(value);
    if (text !== undefined && !/^[\d\s.,:+-]+$/.test(text) && !readPair(text)) filled++;
  }
  return filled / sample.length;
}

function listed(words: string): readonly string[] {
  return words.split(' ');
}
