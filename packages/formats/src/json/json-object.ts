import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import type { TextReader } from '../text-reader.ts';
import type { ElementKind } from './json-elements.ts';
import { readWhole } from './json-whole.ts';
import { type Members, readLocation } from './location.ts';
import { space } from './next-element.ts';

const name = '"(?:[^"\\\\]|\\\\.)*"';

const members: ElementKind = {
  container: 'object',
  part: 'member',
  opener: 0x22,
  closer: 0x7d,
  beginning: `(?<=\\}${space},?${space})${name}${space}:${space}\\{${space}"(?:coordinates|description)"`,
  swallows: true,
  read: readMember,
};

/** Reads an object of Locations by identifier. */
export const readJsonObject: TextReader = (chunks, settings) => readWhole(chunks, members, settings);

function readMember(position: RecordPosition, value: unknown, settings: ParseSettings): ParsedEntry {
  const [[id, location] = []] = Object.entries(value as Members);
  return readLocation(position, id, location, settings);
}
