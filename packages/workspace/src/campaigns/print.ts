/** Prints one line on stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a table with a head. The first column is aligned to the left, the others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    print(cells.join('  ').trimEnd());
  }
}
