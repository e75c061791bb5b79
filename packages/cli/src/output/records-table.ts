import type { Paint } from './paint.ts';
import { escapeHidden, printableLine, shorten } from './printable-text.ts';

/** A record as a row of a table. */
export interface TableRow {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
  /** In metres. */
  readonly distance?: number | undefined;
  readonly description?: string | undefined;
}

/** The least width of a description: without room for it, lines are longer than the terminal. */
const leastDescription = 12;

/**
 * Formats records as lines for people: identifiers, coordinates with all digits, distances if there are any,
 * and descriptions, which are cut to the width.
 */
export function recordsTable(rows: readonly TableRow[], width: number, paint: Paint): readonly string[] {
  const hasDistance = rows.some(({ distance }) => distance !== undefined);
  const titles = ['identifier', 'latitude', 'longitude', ...(hasDistance ? ['distance'] : [])];
  const cells = rows.map(({ id, latitude, longitude, distance = 0 }) =>
    [
      shorten(escapeHidden(shorten(id, 39)), 39),
      String(latitude),
      String(longitude),
      distanceText(distance),
    ].slice(0, titles.length),
  );
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = ([id = '', ...numbers]: readonly string[]) =>
    [
      id.padEnd(widths[0] ?? 0),
      ...numbers.map((cell, column) => cell.padStart(widths[column + 1] ?? 0)),
    ].join('  ');
  const room = Math.max(width - line(titles).length - 4, leastDescription);
  const lines = cells.map((row, index) => {
    const { description = '' } = rows[index] as TableRow;
    return `${line(row)}  ${shorten(printableLine(description), room)}`.trimEnd();
  });
  return [paint.faint(`${line(titles)}  description`), ...lines];
}

function distanceText(metres: number): string {
  const rounded = metres.toFixed(1);
  return Number(rounded) < 1000 ? `${rounded} m` : `${(metres / 1000).toFixed(2)} km`;
}
