import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { countedElements, kindOf, Refusal, refuseRecord } from '../refusal.ts';
import type { TextReader } from '../text-reader.ts';
import type { ElementKind } from './element-kind.ts';
import { readWhole } from './json-whole.ts';
import { isMembers, readLocation } from './location.ts';
import { character, locationStart, space, text } from './next-element.ts';

const behind = `(?<=[}\\]]${space},?${space})`;

/**
 * The bracket and the identifier of a pair. Brackets at the end of a string, `],["`, look like them: what is between
 * this quote and the next one is short, and no comma is behind it.
 */
const opening = `\\[${space}"(?=${character}{1000}|${character}*"${space}[,\\]])`;

const pairs: ElementKind = {
  container: 'list',
  part: 'value',
  opener: 0x5b,
  closer: 0x5d,
  opening: new RegExp(opening, 'y'),
  beginning: `${behind}${opening}`,
  swallowed: new RegExp(`${behind}\\[${space}${text}${space},${space}${locationStart}`, 'g'),
  showsMissingBrackets: false,
  read: readPair,
};

/** Reads the list of the service: an array of pairs of identifier and Location (SPEC section 2). */
export const readJsonList: TextReader = (chunks, settings) => readWhole(chunks, pairs, settings);

function readPair(position: RecordPosition, value: unknown, settings: ParseSettings): ParsedEntry {
  if (Array.isArray(value) && value.length === 2) return readLocation(position, value[0], value[1], settings);
  const found = Array.isArray(value)
    ? `has ${countedElements(value.length)}, not 2`
    : `is ${kindOf(value)}, not a pair`;
  const isFeature = isMembers(value) && value.type === 'Feature';
  const advice = isFeature
    ? 'put Features into a FeatureCollection: {"type":"FeatureCollection","features":[ … ]}'
    : 'a record is a pair of identifier and Location';
  const refusal = new Refusal('SPEC 2', `it ${found}`, advice);
  return refuseRecord(position, refusal, Array.isArray(value) ? value[0] : undefined);
}
