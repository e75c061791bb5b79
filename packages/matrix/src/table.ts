import type { Host } from './host.ts';
import type { Verdict } from './judge.ts';
import { matrixCases } from './matrix-cases.ts';

/** A host, and the verdict on each case there. */
export interface Column {
  readonly host: Host;
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** Numbers the reasons in the order in which they are first asked for. */
export class Footnotes {
  readonly #reasons: string[] = [];

  numberOf(reason: string): number {
    const index = this.#reasons.indexOf(reason);
    return index === -1 ? this.#reasons.push(reason) : index + 1;
  }

  toString(): string {
    return this.#reasons.map((reason, index) => `${index + 1}. ${reason}\n`).join('');
  }
}

/**
 * A table in Markdown: a column for each host, and a row for each clause. The head of a column is the name of its host,
 * without the title of the table where the name begins with that.
 */
export function tableOf(title: string, columns: readonly Column[], footnotes: Footnotes): string {
  const clauses = [...new Set(matrixCases.map(({ clause }) => clause))].sort(byNumber);
  const rows = [
    ['clause', ...columns.map(({ host }) => host.name.replace(`${title}, `, ''))],
    ['---', ...columns.map(() => '---')],
    ...clauses.map((clause) => [
      clause,
      ...columns.map(({ verdicts }) => cellOf(clause, verdicts, footnotes)),
    ]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** `12` where twelve cases pass; `10 of 12 (1, 3)` where two are unreachable, for the reasons 1 and 3. */
function cellOf(clause: string, verdicts: Column['verdicts'], footnotes: Footnotes): string {
  const cases = matrixCases.filter((httpCase) => httpCase.clause === clause);
  const reasons = new Set<number>();
  let passed = 0;
  for (const { id } of cases) {
    const verdict = verdicts.get(id);
    if (verdict?.kind === 'pass') passed++;
    else if (verdict?.kind === 'unreachable') reasons.add(footnotes.numberOf(verdict.reason));
    else return '**wrong**';
  }
  if (reasons.size === 0) return String(passed);
  const numbers = [...reasons].sort((one, other) => one - other).join(', ');
  return passed === 0 ? `– (${numbers})` : `${passed} of ${cases.length} (${numbers})`;
}

/** `D9` before `D10`, and `SPEC 4.5.1` before `SPEC 4.5.2`; the specification first. */
function byNumber(one: string, other: string): number {
  const isSpec = (clause: string) => clause.startsWith('SPEC');
  if (isSpec(one) !== isSpec(other)) return isSpec(one) ? -1 : 1;
  return one.localeCompare(other, 'en', { numeric: true });
}
