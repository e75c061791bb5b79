import type { Difference, DiffResult } from '@location-records/conformance/diff';
import type { Paint } from '../../output/paint.ts';
import { escapeHidden, printableLine } from '../../output/printable-text.ts';

/** The result of a comparison. */
export interface DiffReport extends Pick<DiffResult, 'seed' | 'requests' | 'endedBy'> {
  /** The base URLs of the two services, or how to start the service of this command. */
  readonly services: readonly [a: string, b: string];
  readonly durationMs: number;
  readonly differences: readonly DifferenceReport[];
  /** The service that no longer responded after a difference was found. */
  readonly unreachable?: string;
}

/** A difference, for services without a record `diff-identifier`. */
export interface DifferenceReport
  extends Pick<Difference, 'parts' | 'responses' | 'isRepeated' | 'isShortest'> {
  /** The method and the target of the last request. */
  readonly request: string;
  /** For each service, the requests as lines for a POSIX shell. */
  readonly commands: readonly [a: readonly string[], b: readonly string[]];
}

/** Returns the report as plain text. */
export function diffText(report: DiffReport, paint: Paint): string {
  const { differences, services, unreachable } = report;
  const parts = differences.map((difference, index) =>
    differenceText(difference, index + 1, services, paint),
  );
  if (differences.length > 0)
    parts.push('The responses to the last lines differ, without a record diff-identifier before.');
  if (unreachable !== undefined) parts.push(unreachable);
  return `${[...parts, summary(report, paint)].join('\n\n')}\n`;
}

function differenceText(
  { request, commands, responses, parts, isRepeated, isShortest }: DifferenceReport,
  number: number,
  services: DiffReport['services'],
  paint: Paint,
): string {
  const what = parts.includes('status')
    ? `status ${responses.map((response) => ('missing' in response ? '' : response.status)).join(' and ')}`
    : parts.join(' and ');
  const sides = services.flatMap((service, side) => [
    `  ${service}`,
    ...(commands[side] ?? []).map((line) => `    ${line}`),
    ...responseLines(responses, side).map((line) => `    ${line}`),
  ]);
  return [
    paint.bad(`${number}. ${excerpt(printableLine(request), 0, maxTitle)}: ${what}`),
    ...sides,
    ...(isRepeated
      ? []
      : ['  Seen once, not again: sent once more, each on a new connection, they get the same responses.']),
    ...(isShortest ? [] : ['  There may be a shorter example: the search ended before.']),
  ].join('\n');
}

/** The longest request in a title, and the longest body, in characters. */
const maxTitle = 60;
const maxBody = 300;

function responseLines(pair: Difference['responses'], side: number): readonly string[] {
  const [one, other] = side === 0 ? pair : [pair[1], pair[0]];
  if ('missing' in one) return [`→ no response: ${printableLine(one.missing)}`];
  const head = `→ ${one.status}, ${escapeHidden(one.contentType ?? 'no content type')}`;
  if (one.body === '') return [`${head}, no body`];
  const text = 'missing' in other ? '' : other.body;
  let same = 0;
  while (same < one.body.length && one.body[same] === text[same]) same++;
  // The first difference is shown.
  return [head, `  ${escapeHidden(excerpt(one.body, same < maxBody ? 0 : same - 40, maxBody))}`];
}

function excerpt(text: string, start: number, length: number): string {
  const end = start + length;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}

const endings: Readonly<Record<DiffReport['endedBy'], string>> = {
  runs: '',
  differences: ', ended at --max-differences',
  time: ', ended at --max-time',
  signal: ', stopped by a signal',
  unreachable: ', ended because a service no longer responds',
};

function summary(
  { services, seed, requests, durationMs, endedBy, differences }: DiffReport,
  paint: Paint,
): string {
  const both = services.join(' and ');
  const how = `${requests} requests${endings[endedBy]} (seed ${seed}, ${(durationMs / 1000).toFixed(1)} s)`;
  if (differences.length === 0) {
    if (endedBy === 'signal') return paint.faint(`– ${both}: the same responses so far to ${how}`);
    return paint.good(`✓ ${both}: the same responses to ${how}`);
  }
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
  return paint.bad(`✗ ${both}: ${count} in ${how}`);
}
