import type { FieldName, Row } from '../rows/row.ts';
import { contentDigest, type IdentifierRule } from './identifiers.ts';
import { fieldNames, textOf, wordSet, wordsOf } from './names.ts';

/** Words of names that identify, by how likely they do. */
const ranks: readonly ReadonlySet<string>[] = [
  wordSet('id $oid uuid guid identifier identifiant kennung identificador identificativo key'),
  wordSet(
    'ident iata icao code kod codigo codice slug ref reference geonameid gid number nummer numero nr no num ' +
      'callsign uid mac mmsi imo eic faa insee siret usaf locode wikidata abbr abbreviation acronym ' +
      '编号 編號 番号 代码 编码 コード код номер 코드 번호',
  ),
  wordSet('url uri link href permalink item'),
  wordSet('fid objectid oid ogc gml row index sourcefile filename file path #'),
];

/** Things whose names are codes in some files: with digits, and without spaces. */
const things = wordSet('name station site stop sensor device buoy well plot tree asset node');

/** Words that identify wherever they are in a name: `event_id_cnty`, `Code INSEE`. */
const anywhere = wordSet('id uuid guid identifier code codigo codice ref');

/** Words of fields that name something else than the record: where it belongs, who made it. */
const others = wordSet(
  'zone parent region country state city county category type group level license changeset version ' +
    'place image photo icon logo dataset status',
);

/** Words of fields of addresses and people, whose numbers are not those of the record. */
const ofContacts =
  /^(?:phone|fax|tel|telephone|telefon|house|street|strasse|zip|post|plz|cep|cap$|cp$|user|owner|author|creator|placer|host)/;

/** The longest identifier that is taken from a field, in characters. */
const maxLength = 500;

type Sample = readonly Row[];

/**
 * Finds the rules whose identifiers are unique in a sample, best first: fields that are called so, and at the
 * end a rule that always works.
 *
 * @param name the field with the name of a record.
 * @param used fields that hold something else.
 */
export function identifierRules(
  sample: Sample,
  name: FieldName | undefined,
  used: readonly FieldName[],
): readonly IdentifierRule[] {
  const fields = candidatesOf(sample).filter((field) => !used.includes(field));
  const byFields = (names: readonly FieldName[]) =>
    names.map((field): IdentifierRule => ({ kind: 'fields', names: [field] }));
  const rules = byFields(fields.filter((field) => !isOfContact(field)));
  // OpenStreetMap counts nodes, ways and relations on their own.
  const isTyped = sample.some(({ fields }) => fields.has('type') && fields.has('id'));
  if (isTyped) rules.push({ kind: 'fields', names: ['type', 'id'] });
  const byName: IdentifierRule =
    name === undefined || !tellsApart(name, sample) ? { kind: 'hash' } : { kind: 'slug', name };
  const contacts = byFields(fields.filter(isOfContact));
  const isNamed = name !== undefined && isUnique(name, sample);
  return isNamed ? [...rules, byName] : [...rules, ...contacts, byName];
}

/** Whether at least half of the rows have a name of their own. */
function tellsApart(name: FieldName, sample: Sample): boolean {
  const texts = new Set(sample.map(({ fields }) => textOf(fields.get(name))));
  texts.delete(undefined);
  return texts.size >= sample.length / 2;
}

function candidatesOf(sample: Sample): readonly FieldName[] {
  return fieldNames(sample)
    .map((name, index) => ({ name, rank: rankOf(name, index) ?? rankByCodes(name, index, sample), index }))
    .filter(({ name, rank }) => rank !== undefined && isUnique(name, sample))
    .sort((a, b) => (a.rank as number) - (b.rank as number) || a.index - b.index)
    .map(({ name }) => name);
}

function isOfContact(name: FieldName): boolean {
  return wordsOf(name).some((word) => ofContacts.test(word));
}

/** `id` comes before `station_id`, this before `event_id_cnty`, and this before `zone_id`. */
function rankOf(name: FieldName, index: number): number | undefined {
  const words = wordsOf(name);
  const first = words[0] ?? '';
  const atEnd = rankOfWord(words.at(-1) ?? '') ?? (anywhere.has(first) ? rankOfWord(first) : undefined);
  const rank = atEnd ?? (words.some((word) => anywhere.has(word)) ? 1.4 : undefined);
  if (rank === undefined) return undefined;
  if (words.length === 1 && rank === 0) return -1;
  const isOther = words.length > 1 && words.some((word) => others.has(word));
  // What identifies is often the first column.
  return rank + (words.length === 1 ? 0 : 0.5) + (isOther ? ranks.length : 0) - (index === 0 ? 1 : 0);
}

/** Codes are identifiers in fields of things, and in the first field, whatever it is called. */
function rankByCodes(name: FieldName, index: number, sample: Sample): number | undefined {
  const isThing = things.has(wordsOf(name).join(' '));
  const isCode = (text: string) =>
    (isThing && /^\S+$/.test(text) && /\d/.test(text)) ||
    (index === 0 && /^(?=.*\p{Lu})[\p{Lu}\d_.:/-]{2,40}$/u.test(text));
  return sample.every(({ fields }) => isCode(textOf(fields.get(name)) ?? '')) ? 2 : undefined;
}

function rankOfWord(word: string): number | undefined {
  const found = ranks.findIndex((group) => group.has(word));
  if (found !== -1) return found;
  return /^\p{L}{3,}(?:id|code|num|number|nummer)$/u.test(word) ? 1 : undefined;
}

function isUnique(name: FieldName, sample: Sample): boolean {
  const seen = new Map<string, Row>();
  return sample.every((row) => {
    const text = textOf(row.fields.get(name));
    if (text === undefined || text.length > maxLength || !isIdentifier(text)) return false;
    const first = seen.get(text);
    if (first !== undefined) return contentDigest(first) === contentDigest(row);
    seen.set(text, row);
    return true;
  });
}

/** Not a measure, a time or a sentence. */
function isIdentifier(text: string): boolean {
  if (/^\s*[+-]?\d*[.,]\d+\s*$/.test(text)) return Number(text.replace(',', '.')) % 1 === 0;
  return !/\n|^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text) && text.split(/\s+/, 8).length < 8;
}
