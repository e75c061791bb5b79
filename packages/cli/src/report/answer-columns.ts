import { type ComparedPart, comparedFields } from '@location-records/conformance/diff';
import { showDifference } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import type { AnswerReport, DifferenceReport, DiffReport } from './diff-report.ts';

/** The characters of a line of a column. */
const width = 44;
/** As many as the longest name of a part has, and a space. */
const titleWidth = 15;

/** Two answers side by side, part by part; what differs is marked. */
export function answerColumns(
  urls: DiffReport['urls'],
  { parts, answers }: DifferenceReport,
  paint: Paint,
): string {
  const rows = rowsOf(...answers).map(([part, ...values]) => {
    const { expected: a, actual: b } = showDifference(...values);
    return parts.includes(part) ? paint.bad(row(`≠ ${part}`, a, b)) : row(`  ${part}`, a, b);
  });
  return [row('', ...urls), ...rows].join('\n');
}

type Row = readonly [part: ComparedPart, a: unknown, b: unknown];

function rowsOf(a: AnswerReport, b: AnswerReport): readonly Row[] {
  if ('reason' in a || 'reason' in b) return [['answer', statusOf(a), statusOf(b)]];
  return [
    ['status', a.status, b.status],
    ...comparedFields.map((name): Row => [name, a.headers[name]?.join('\n'), b.headers[name]?.join('\n')]),
    ['body', a.body, b.body],
  ];
}

function statusOf(answer: AnswerReport): string {
  return 'reason' in answer ? `none: ${answer.reason}` : `status ${answer.status}`;
}

/** A row of as many lines as it needs. */
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
