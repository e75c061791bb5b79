import { type ComparedPart, comparedFields } from '@location-records/conformance/diff';
import { showDifference } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import type { DifferenceReport, DiffReport, ResponseReport } from './diff-report.ts';

/** The report as plain text: the calls that show the difference, the responses to the last call, and a summary. */
export function diffText(report: DiffReport, paint: Paint): string {
  const { urls, difference } = report;
  const parts = difference ? [commandsText(urls, difference), responseColumns(urls, difference, paint)] : [];
  return `${[...parts, summary(report, paint)].join('\n\n')}\n`;
}

function commandsText(urls: DiffReport['urls'], { commands }: DifferenceReport): string {
  const last = commands[0].length > 1 ? 'the last of these calls' : 'this call';
  const lists = urls.map((url, index) => [
    `  ${url}`,
    ...(commands[index] ?? []).map((line) => `    ${line}`),
  ]);
  return [`Without a record diff-identifier, ${last} gets different responses:`, ...lists.flat()].join('\n');
}

function summary({ urls, seed, calls, durationMs, stopped, difference }: DiffReport, paint: Paint): string {
  const both = urls.join(' and ');
  const how = `(seed ${seed}, ${(durationMs / 1000).toFixed(1)} s)`;
  if (difference) {
    return paint.bad(`✗ ${both} differ in ${difference.parts.join(', ')}, after ${calls} calls ${how}`);
  }
  if (stopped)
    return paint.faint(`– ${both}: stopped after ${calls} calls, the same responses so far ${how}`);
  return paint.good(`✓ ${both}: the same responses to ${calls} calls ${how}`);
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
    return parts.includes(part) ? paint.bad(row(`≠ ${part}`, a, b)) : row(`  ${part}`, a, b);
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
