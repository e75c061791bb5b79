import type { CaseReport, ClauseReport } from '@location-records/conformance/node';
import type { Paint } from '../output/paint.ts';
import { oneLine } from '../output/printable-text.ts';

/** How many failures of a clause are told with all that belongs to them. */
const maxTold = 3;

/** What failed of one clause. */
export function failuresText(
  { clause, title }: ClauseReport,
  failed: readonly CaseReport[],
  paint: Paint,
): string {
  const told = failed.slice(0, maxTold).map((one) => failureText(one, paint));
  const others = failed.slice(maxTold).map((one) => `  ${one.id}: ${oneLine(one.title)}`);
  const rest = others.length > 0 ? [`  And also, as --json tells in full:\n${others.join('\n')}`] : [];
  return [paint.bad(`✗ ${clause}, ${title}`), ...told, ...rest].join('\n');
}

function failureText({ id, title, failure }: CaseReport, { faint }: Paint): string {
  if (!failure) return `  ${id}: ${oneLine(title)}`;
  const { what, expected, actual, commands } = failure;
  return [
    `  ${id}: ${oneLine(title)}`,
    `    expected ${what}: ${expected}`,
    `    actual ${what}:   ${actual}`,
    ...commands.map((command) => `    ${command.startsWith('#') ? faint(command) : command}`),
  ].join('\n');
}
