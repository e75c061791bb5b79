import { cpus } from 'node:os';
import { print, printTable } from '@location-records/workspace/campaigns';

/** What a run compares, and how long it measures. */
export interface Comparison {
  /** The builds of the service: this checkout, and perhaps another one. */
  readonly builds: readonly Build[];
  readonly rounds: number;
  /** Whether every measurement is cut to seconds, so that a run only shows that all works. */
  readonly short: boolean;
  /** What comes before the command of a server. */
  readonly wrapper: readonly string[];
}

/** A built checkout of the service. */
export interface Build {
  readonly name: string;
  readonly bin: string;
  /** Where the package of the stores is: a folder with `dist/`. */
  readonly stores: string;
}

/** A table of figures. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Prints a table. */
export function show({ title, head, rows }: Table): void {
  print(`\n${title}`);
  printTable(head, rows);
}

/** The page with the figures of one run. */
export function pageOf(tables: readonly Table[]): string {
  const sections = tables.map(({ title, head, rows }) => {
    const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows];
    return `## ${title}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
  });
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${date}, Node.js ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  return `# Results

Written by \`npm run compare\`, as one run: ${machine}. A figure is a median over the rounds. A ratio is the
median of the ratios within each round, with its quartiles.

${sections.join('\n')}`;
}
