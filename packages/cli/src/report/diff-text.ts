import type { Paint } from '../output/paint.ts';
import { answerColumns } from './answer-columns.ts';
import type { DifferenceReport, DiffReport } from './diff-report.ts';

/** The report for a person: the calls that show the difference, the answers to the last one, and how it went. */
export function diffText(report: DiffReport, paint: Paint): string {
  const { urls, difference } = report;
  const parts = difference ? [commandsText(urls, difference), answerColumns(urls, difference, paint)] : [];
  return `${[...parts, summary(report, paint)].join('\n\n')}\n`;
}

function commandsText(urls: DiffReport['urls'], { commands }: DifferenceReport): string {
  const last = commands[0].length > 1 ? 'the last of these calls' : 'this call';
  const lists = urls.map((url, index) => [
    `  ${url}`,
    ...(commands[index] ?? []).map((line) => `    ${line}`),
  ]);
  return [`While there is no record diff-identifier, ${last} is answered differently:`, ...lists.flat()].join(
    '\n',
  );
}

function summary({ urls, seed, calls, durationMs, stopped, difference }: DiffReport, paint: Paint): string {
  const both = urls.join(' and ');
  const how = `(seed ${seed}, ${(durationMs / 1000).toFixed(1)} s)`;
  if (difference) {
    return paint.bad(`✗ ${both} differ in ${difference.parts.join(', ')}, after ${calls} calls ${how}`);
  }
  if (stopped) return paint.faint(`– ${both}: stopped after ${calls} calls, the same answers so far ${how}`);
  return paint.good(`✓ ${both}: the same answers to ${calls} calls ${how}`);
}
