import { isAsymmetric } from './body-difference.ts';

/** The property of lines that has their reasons. Registered, since a program may load this module twice. */
const reasons: unique symbol = Symbol.for('location-records.journal-lines');

/** The lines of a journal: a plain array to every assertion, since the property is not enumerable. */
interface JournalLines extends Array<string> {
  /** The same lines with the reasons of errors. */
  readonly [reasons]?: () => readonly string[];
}

/** Makes the lines of a journal. `explained` returns them with the reasons of errors. */
export function journalLines(
  plain: readonly string[],
  explained: () => readonly string[],
): readonly string[] {
  return Object.defineProperty([...plain], reasons, { value: explained });
}

/**
 * What a test runner prints of the lines of a journal that differ from what was expected: those that differ have the
 * reasons of errors. `undefined` when these are not such lines, or neither an array nor a matcher was expected.
 */
export function linesToPrint(received: unknown, expected: unknown): readonly string[] | undefined {
  if (!Array.isArray(received)) return undefined;
  const lines: JournalLines = received;
  const explained = lines[reasons]?.();
  if (explained === undefined) return undefined;
  if (Array.isArray(expected)) {
    return lines.map((line, index) => printedLine(line, explained[index] ?? '', expected[index]));
  }
  // With the reasons, the lines may be what the matcher demands.
  return isAsymmetric(expected) && !expected.asymmetricMatch(explained) ? explained : undefined;
}

function printedLine(line: string, explained: string, expected: unknown): string {
  // The caller may have sorted the lines.
  const isOfLine = explained.startsWith(line);
  // Runners must not print a line with its reason as equal to what the line itself differs from.
  return isOfLine && !isSame(line, expected) && !isSame(explained, expected) ? explained : line;
}

function isSame(line: string, expected: unknown): boolean {
  return isAsymmetric(expected) ? expected.asymmetricMatch(line) : line === expected;
}
