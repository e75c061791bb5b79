import type { FieldName, Row } from '../rows/row.ts';
import { contentDigest, type IdentifierRule } from './identifiers.ts';
import { fieldNames, textOf, wordsOf } from './names.ts';

/** The last word of a name that identifies, by how likely it does. */
const ranks: readonly (readonly string[])[] = [
  [
    'id',
    '$oid',
    'uuid',
    'guid',
    'identifier',
    'identifiant',
    'kennung',
    'identificador',
    'identificativo',
    'key',
  ],
  [
    ...[
      'ident',
      'iata',
      'icao',
      'code',
      'kod',
      'codigo',
      'codice',
      'slug',
      'ref',
      'reference',
      'geonameid',
      'gid',
    ],
    ...[
      'number',
      'nummer',
      'numero',
      'nr',
      'no',
      'num',
      'callsign',
      'uid',
      'insee',
      'siret',
      'usaf',
      'locode',
      'wikidata',
    ],
  ],
  ['url', 'uri', 'link', 'href', 'permalink', 'item'],
  ['fid', 'objectid', 'oid', 'ogc', 'gml', 'row', 'index', 'sourcefile', 'filename', 'file', 'path', '#'],
];

/** Words of fields that name something else than the record: where it belongs, who made it, how to call it. */
const others: ReadonlySet<string> = new Set([
  ...[
    'zone',
    'parent',
    'region',
    'country',
    'state',
    'city',
    'county',
    'category',
    'type',
    'user',
    'owner',
    'group',
  ],
  ...[
    'phone',
    'fax',
    'tel',
    'telephone',
    'house',
    'street',
    'postal',
    'post',
    'zip',
    'plz',
    'level',
    'license',
  ],
  ...[
    'changeset',
    'version',
    'version',
    'place',
    'author',
    'image',
    'photo',
    'icon',
    'logo',
    'dataset',
    'status',
  ],
]);

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
  const rules: IdentifierRule[] = candidatesOf(sample)
    .filter((field) => !used.includes(field))
    .map((field) => ({ kind: 'fields', names: [field] }));
  // OpenStreetMap counts nodes, ways and relations on their own.
  const isTyped = sample.some(({ fields }) => fields.has('type') && fields.has('id'));
  if (isTyped) rules.push({ kind: 'fields', names: ['type', 'id'] });
  rules.push(name === undefined ? { kind: 'hash' } : { kind: 'slug', name });
  return rules;
}

function candidatesOf(sample: Sample): readonly FieldName[] {
  return fieldNames(sample)
    .map((name, index) => ({ name, rank: rankOf(name), index }))
    .filter(({ name, rank }) => rank !== undefined && isUnique(name, sample))
    .sort((a, b) => (a.rank as number) - (b.rank as number) || a.index - b.index)
    .map(({ name }) => name);
}

/** `id` comes before `station_id`, and this before `zone_id`. */
function rankOf(name: FieldName): number | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const found = ranks.findIndex((group) => group.includes(last));
  const rank = found === -1 && /^\p{L}{3,}id$/u.test(last) ? 1 : found;
  if (rank === -1) return undefined;
  const isOther = words.slice(0, -1).some((word) => others.has(word));
  return rank + (words.length === 1 ? 0 : 0.5) + (isOther ? ranks.length : 0);
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
