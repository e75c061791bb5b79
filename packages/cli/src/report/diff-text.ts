import { type ComparedPart, comparedFields } from '@location-records/conformance/diff';
import { showDifference } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import { printableLine } from '../output/printable-text.ts';
import type { DifferenceReport, DiffReport, GoneReport, ResponseReport } from './diff-report.ts';

/** The report as plain text: for each difference its calls and the responses to the last call, and a summary. */
export function diffText(report: DiffReport, paint: Paint): string {
  const { urls, differences, notation, unreachable } = report;
  const parts = [
    ...differences.map((difference, index) => {
      const title = `${index + 1}. ${subjectOf(difference)} (${countedCalls(difference.times)})`;
      return differenceText(paint.bad(title), urls, difference, paint);
    }),
    ...(notation ? [differenceText(notationTitle(notation), urls, notation, paint)] : []),
    ...(unreachable ? [goneText(unreachable)] : []),
    summary(report, paint),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** What a difference is about, such as `GET /a: status 404 and 200`. */
function subjectOf({ call, parts, responses }: DifferenceReport): string {
  const shown = call.length > maxCall ? `${call.slice(0, maxCall)}…` : call;
  const [a, b] = responses.map((response) => ('status' in response ? response.status : 'none'));
  return `${printableLine(shown)}: ${parts.includes('status') ? `status ${a} and ${b}` : parts.join(', ')}`;
}

/** The longest call of a title, in characters. */
const maxCall = 60;

function countedCalls(times: number): string {
  return times === 1 ? 'once' : `${times} times`;
}

function notationTitle({ times }: DifferenceReport): string {
  return `The bytes of JSON differ, and the values are equal (${countedCalls(times)}). An example:`;
}

function goneText({ message, call }: GoneReport): string {
  return call === undefined ? message : `${message} This call got no response:\n  ${call}`;
}

function differenceText(
  title: string,
  urls: DiffReport['urls'],
  difference: DifferenceReport,
  paint: Paint,
): string {
  const notes = notesOn(difference);
  return [
    title,
    commandsText(urls, difference),
    '',
    responseColumns(urls, difference, paint),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

function notesOn({ repeated, isShortest, isAfterOthers }: DifferenceReport): readonly string[] {
  const isShown = repeated === 'separately' || repeated === 'on-one-connection';
  return [
    ...(isShown && !isShortest
      ? ['This may not be the shortest example: the time to shorten it was used up (--max-shrink-time).']
      : []),
    ...(isAfterOthers ? ['Another difference comes before it in these calls, and may be its cause.'] : []),
  ];
}

/** The most lines of calls that did not show their difference again. */
const maxLines = 8;

function commandsText(urls: DiffReport['urls'], { commands, times, repeated }: DifferenceReport): string {
  const last = commands[0].length > 1 ? 'the last of these calls' : 'this call';
  const seen = times === 1 ? 'Seen once' : `Seen ${times} times`;
  const titles: Readonly<Record<DifferenceReport['repeated'], string>> = {
    separately: `Without a record diff-identifier, ${last} gets different responses:`,
    'on-one-connection':
      'Without a record diff-identifier, the last of these calls gets different responses, only on the same connection:',
    never: `${seen}, not reproduced: ${last} got different responses, but not when all were sent again:`,
    untried: `${seen}, not sent again, because the run ended before: ${last} got different responses:`,
  };
  const lists = urls.map((url, index) => {
    const lines = commands[index] ?? [];
    const missing = lines.length - maxLines;
    const shown = missing > 0 && repeated !== 'separately' ? lines.slice(-maxLines) : lines;
    const before = shown === lines ? [] : [`    # ${missing} calls before these; --json has all`];
    return [`  ${url}`, ...before, ...shown.map((line) => `    ${line}`)];
  });
  return [titles[repeated], ...lists.flat()].join('\n');
}

const endings: Readonly<Record<NonNullable<DiffReport['endedBy']>, string>> = {
  calls: '',
  difference: ', ended at the first one',
  time: ', ended because the time was used up',
  unreachable: ', ended because a service no longer responds',
};

function summary(report: DiffReport, paint: Paint): string {
  const { urls, seed, calls, durationMs, stopped, endedBy, differences, omitted, notation } = report;
  const both = urls.join(' and ');
  const how = `(seed ${seed}, ${(durationMs / 1000).toFixed(1)} s)`;
  const ending = endedBy ? endings[endedBy] : stopped ? ', stopped by a signal' : '';
  if (differences.length > 0) {
    const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`;
    const more = omitted ? `, and ${omitted} more (--max-differences)` : '';
    return paint.bad(`✗ ${both}: ${count}${more} in ${calls} calls${ending} ${how}`);
  }
  if (stopped)
    return paint.faint(`– ${both}: stopped after ${calls} calls, the same responses so far ${how}`);
  const values = notation ? 'the same values in the responses' : 'the same responses';
  return paint.good(`✓ ${both}: ${values} to ${calls} calls${ending} ${how}`);
}

/** The width of a column, in characters. */
const width = 44;
/** The longest name of a part, and a space. */
const titleWidth = 15;

/** Two responses side by side, part by part. Differences are marked. */
function responseColumns(
  urls: DiffReport['urls'],
  { parts, responses }: DifferenceReport,
  paint: Paint,
): string {
  const rows = rowsOf(...responses).map(([part, ...values]) => {
    const { expected: a, actual: b } = showDifference(...values);
    const isDifferent = parts.includes(part) || (part === 'body' && parts.includes('notation'));
    return isDifferent ? paint.bad(row(`≠ ${part}`, a, b)) : row(`  ${part}`, a, b);
  });
  return [row('', ...urls), ...rows].join('\n');
}

type Row = readonly [part: ComparedPart, a: unknown, b: unknown];

function rowsOf(a: ResponseReport, b: ResponseReport): readonly Row[] {
  if ('reason' in a || 'reason' in b) return [['response', statusOf(a), statusOf(b)]];
  return [
    ['status', a.status, b.status],
    ...comparedFields.map((name): Row => [name, a.headers[name]?.join('\n'), b.headers[name]?.join('\n')]),
    ['body', a.body, b.body],
  ];
}

function statusOf(response: ResponseReport): string {
  return 'reason' in response ? `none: ${response.reason}` : `status ${response.status}`;
}

/** A row, of several lines where a value is long. */
function row(title: string, a: string, b: string): string {
  const [one, other] = [wrap(a), wrap(b)];
  return Array.from({ length: Math.max(one.length, other.length) }, (_, line) => {
    const start = (line === 0 ? title : '').padEnd(titleWidth + 2);
    return `${start}${(one[line] ?? '').padEnd(width)}  ${other[line] ?? ''}`.trimEnd();
  }).join('\n');
}

function wrap(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [''];
}
