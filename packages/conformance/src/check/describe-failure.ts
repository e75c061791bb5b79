import { ContractError } from '../contract-error.ts';
import type { CaseFailure } from './check-report.ts';
import type { CheckedServer } from './checked-server.ts';
import { shellLines } from './shell/shell-lines.ts';
import type { Violation } from './violation.ts';

/** The failure as the report has it. `clause` is the broken one. */
export function describeFailure(
  { error, sent, level }: Violation,
  clause: string,
  server: CheckedServer,
): CaseFailure {
  const about = { clause, level };
  const commands = shellLines(sent, server);
  const actual = (value: unknown) => withoutSecrets(show(value), server);
  if (error instanceof ContractError) {
    return { ...about, what: error.what, ...showDifference(error.expected, actual(error.actual)), commands };
  }
  const expected = `a response that can be read, within ${server.timeout} ms`;
  const message = error instanceof Error ? error.message : String(error);
  return { ...about, what: 'response', ...showDifference(expected, actual(message)), commands };
}

/** The shortest word that counts as secret anywhere. A shorter one may be part of any response. */
const minSecret = 8;
/** What may be between the name and the value of a field, also where they are escaped. */
const between = '(?:[^\\w&]|&\\w+;){1,12}';

/** A text without the values of the fields that every request gets: some servers show a request in their error pages. */
function withoutSecrets(text: string, { fields }: CheckedServer): string {
  const words = fields
    .flatMap(([, value]) => value.split(/[ \t]/))
    .filter(({ length }) => length >= minSecret);
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const rest = fields
    .filter(([, value]) => value !== '')
    .reduce((left, [name, value]) => left.replace(besideName(name, value), '$1$$HEADER'), text);
  return longestFirst.reduce((left, word) => left.replaceAll(word, '$HEADER'), rest);
}

/** Finds a value behind the name of its field, as servers show it: `x-key: abc`, `"X-Key":["abc"]` or `HTTP_X_KEY=abc`. */
function besideName(name: string, value: string): RegExp {
  const [words, secret] = [name.replace(/-/g, '_'), value].map((part) =>
    part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  );
  return new RegExp(`(${words?.replace(/_/g, '[-_]')}${between})${secret}(?!\\w)`, 'gi');
}

const maxLength = 300;
/** The number of equal characters shown before the first difference. */
const lead = 40;

/**
 * Two values as text for a person: on one line, with control characters and the like as `<U+2028>`, which are not what
 * the text has where it escapes them. Long texts are cut to the part around the first difference.
 */
export function showDifference(expected: unknown, actual: unknown): { expected: string; actual: string } {
  const [one, other] = [show(expected), show(actual)];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const start = Math.max(one.length, other.length) > maxLength && same > 2 * lead ? same - lead : 0;
  return { expected: excerpt(one, start), actual: excerpt(other, start) };
}

function excerpt(text: string, start: number): string {
  const end = start + maxLength;
  const cut = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  const whole = cut === text;
  return whole ? text : `${cut} (of ${text.length} characters)`;
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '') return '"" (empty)';
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}
