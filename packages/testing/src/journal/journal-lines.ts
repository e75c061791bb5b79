/** The property of lines that has their reasons. Registered, since a program may load this module twice. */
const reasons: unique symbol = Symbol.for('location-records.journal-lines');

/** The lines of a journal: a plain array to every assertion, since the property is not enumerable. */
interface JournalLines extends Array<string> {
  readonly [reasons]?: LineReasons;
}

interface LineReasons {
  /** The lines as `lines()` returned them. */
  readonly plain: readonly string[];
  /** The same lines with the reasons of errors. */
  explained(): readonly string[];
}

/** Makes the lines of a journal. */
export function journalLines(
  plain: readonly string[],
  explained: () => readonly string[],
): readonly string[] {
  const lineReasons: LineReasons = { plain, explained };
  return Object.defineProperty([...plain], reasons, { value: lineReasons });
}

/** What a custom equality tester of Vitest or Jest has as `this`. */
interface TesterContext {
  equals(a: unknown, b: unknown, testers?: unknown[]): boolean;
}

/**
 * A custom equality tester that makes a failed `expect(journal.lines()).toEqual(…)` show the reasons of errors. Runners
 * print nothing of an array but its elements, so the lines that differ are replaced. The next comparison restores them.
 */
export function showReasons(
  this: TesterContext,
  received: unknown,
  expected: unknown,
  testers: unknown[],
): boolean | undefined {
  if (!Array.isArray(received) || !Array.isArray(expected)) return undefined;
  const lines: JournalLines = received;
  if (lines[reasons] === undefined) return undefined;
  const { plain, explained } = lines[reasons];
  const isSame = (line: string, index: number) => this.equals(line, expected[index], testers);
  lines.splice(0, lines.length, ...plain);
  if (plain.length === expected.length && plain.every(isSame)) return true;
  const shown = explained().map((line, index) => {
    const short = plain[index] as string;
    return isSame(short, index) ? short : line;
  });
  lines.splice(0, lines.length, ...shown);
  return false;
}
