import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import type { TextReader } from '../text-reader.ts';
import type { ElementKind } from './element-kind.ts';
import { readWhole } from './json-whole.ts';
import { type Members, readLocation } from './location.ts';
import { locationStart, space, text } from './next-element.ts';

const opening = `${text}${space}:${space}${locationStart}`;
const beginning = `(?<=\\}${space},?${space})${opening}`;

const members: ElementKind = {
  container: 'object',
  part: 'member',
  opener: 0x22,
  closer: 0x7d,
  opening: new RegExp(opening, 'y'),
  beginning,
  swallowed: new RegExp(beginning, 'g'),
  showsMissingBrackets: false,
  read: readMember,
};

/** Reads an object of Locations by identifier. */
export const readJsonObject: TextReader = (chunks, settings) => readWhole(chunks, members, settings);

function readMember(position: RecordPosition, value: unknown, settings: ParseSettings): ParsedEntry {
  const [[id, location] = []] = Object.entries(value as Members);
  return readLocation(position, id, location, settings);
}
