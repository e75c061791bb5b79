import type { Comparison } from './compare-servers.ts';
import type { Contestant } from './contestants.ts';
import { goalsTable } from './goals.ts';
import type { PlotData } from './plots.ts';
import type { Table } from './tables.ts';

/** Where, when and how the figures came about. */
export interface Circumstances {
  /** The model of the CPU, the number of cores and the memory. */
  readonly machine: string;
  readonly node: string;
  readonly date: string;
  readonly command: string;
  /** The packages of the contestants with their versions. */
  readonly versions: readonly string[];
}

/** The results as a page of Markdown. It names neither the host nor a path. */
export function resultsPage(
  title: string,
  comparisons: readonly Comparison[],
  plots: readonly PlotData[],
  { machine, node, date, command, versions }: Circumstances,
): string {
  const sections = [
    `# ${title}: location-records beside the alternatives`,
    `${date}, ${machine}, Node.js ${node}. Written by \`${command}\` in \`packages/bench\`.
[Its README](../README.md#compare-the-service-beside-what-else-a-user-could-take) says what is measured.`,
    `Versions: ${versions.join(', ')}.`,
    ...whereThereIsSome(goalsTable(comparisons.flatMap(({ goals = [] }) => goals))),
    ...(plots.length > 0 ? ['## Plots'] : []),
    ...plots.map((plot) => `![${plot.title}](${plot.name}.svg)`),
    ...comparisons.flatMap((comparison) => [
      `## ${comparison.title}`,
      ...comparison.tables.map((table) => markdownOf(table, 3)),
    ]),
    ...whereThereIsSome(differencesTable(comparisons.flatMap(({ contestants = [] }) => contestants))),
  ];
  return `${sections.join('\n\n')}\n`;
}

function whereThereIsSome(table: Table): readonly string[] {
  return table.rows.length > 0 ? [markdownOf(table, 2)] : [];
}

/** A table as Markdown, below a heading. */
export function markdownOf({ title, head, rows }: Table, level: number): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 || isText(rows, column) ? '---' : '---:'));
  return [`${'#'.repeat(level)} ${title}`, '', ...[head, rule, ...rows].map(line)].join('\n');
}

/** A number, a range of numbers, or the `-` of a figure that is missing. */
const figure = /^(?:[\d.]+(?:-[\d.]+)?|-?)$/;

function isText(rows: Table['rows'], column: number): boolean {
  return rows.some((row) => !figure.test(row[column] ?? ''));
}

function differencesTable(contestants: readonly Contestant[]): Table {
  const byName = new Map(contestants.map((contestant) => [contestant.name, contestant]));
  return {
    title: 'Responses that are not as specified',
    head: ['', 'what is asked', 'what it does'],
    rows: [...byName.values()].flatMap(({ name, differences }) =>
      Object.entries(differences).map(([request, why]) => [name, request, why]),
    ),
  };
}
