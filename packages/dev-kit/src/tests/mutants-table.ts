/** A mutant in a list. */
export interface ListedMutant {
  readonly id: string;
  readonly breaks: string;
  readonly killedBy: string;
}

/** A section of a MUTANTS.md. */
export function mutantsTable(title: string, mutants: readonly ListedMutant[]): string {
  const rows = mutants.map(
    ({ id, breaks, killedBy }) => `| \`${id}\` | ${breaks.replaceAll('|', '\\|')} | \`${killedBy}\` |`,
  );
  return [
    `## ${title}: ${mutants.length}`,
    '',
    '| mutant | what it does wrong | rejected by |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}
