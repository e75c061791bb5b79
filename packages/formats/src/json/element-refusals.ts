import { Refusal } from '../refusal.ts';
import { jsonRule } from './parse-json.ts';

/** A bracket that the next element shows to be missing. */
export const missingBracket = new Refusal(jsonRule, 'not JSON: a bracket is missing in it');

/** Two elements without a comma between them: the second one is refused. */
export const missingComma = new Refusal(jsonRule, 'not JSON: a comma is missing in front of it');

/** A comma in front of another one, or of the last bracket. */
export const superfluousComma = new Refusal(
  jsonRule,
  'not JSON: a comma without a record behind it',
  'remove it',
);

/** The end of the file within an element. */
export const cutInside = new Refusal(jsonRule, 'not JSON: the file ends inside it', 'is the file cut off?');

/** The end of the file between two elements, or in front of the last bracket. */
export function openEnd(container: string): Refusal {
  return new Refusal(
    jsonRule,
    `not JSON: the file ends before the ${container} does`,
    'is the file cut off?',
  );
}

/** An element that is longer than the option allows. */
export function tooLongElement(maxRecordLength: number): Refusal {
  return new Refusal('RFC 8259 9', `it is longer than ${maxRecordLength} bytes`);
}
