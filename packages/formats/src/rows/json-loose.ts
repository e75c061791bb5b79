import { findFault } from '../json-fault.ts';
import { Refusal } from '../parsed-entry.ts';

/**
 * Creates a parser that reads `NaN` and `Infinity` as `null`, as Python and R write them.
 *
 * @param onRepair is called at the first of them.
 */
export function looseParser(onRepair: (word: string) => void = () => {}): (text: string) => unknown {
  let isRepaired = false;
  return (text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      let word: string | undefined;
      const repaired = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"?|[+-]?\b(?:NaN|Infinity)\b/g, (found) => {
        if (found.startsWith('"')) return found;
        word ??= found;
        return 'null';
      });
      if (word === undefined) throw error;
      const value = JSON.parse(repaired);
      if (!isRepaired) onRepair(word);
      isRepaired = true;
      return value;
    }
  };
}

/** @throws {Refusal} if a line is not JSON. */
export function parseLine(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text.replace(/,\s*$/, ''));
  } catch {
    const { problem = 'it is damaged', offset = 0 } = findFault(text) ?? {};
    throw new Refusal('RFC 8259', `not JSON: ${problem} (column ${offset + 1})`);
  }
}
