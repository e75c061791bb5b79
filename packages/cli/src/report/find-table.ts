import { countedRecords } from '../output/numbers.ts';
import type { Paint } from '../output/paint.ts';
import { escapeHidden, printableLine } from '../output/printable-text.ts';
import type { Feature } from '../records-target/area-pages.ts';

/** How a table is shown. */
interface TableView {
  /** Whether there are more records than these. */
  readonly hasMore: boolean;
  /** The width of the terminal, in characters. */
  readonly width: number;
  readonly paint: Paint;
}

const gap = 2;

/** The least width of a description: without room for it, lines are longer than the terminal. */
const leastDescription = 12;

/** The records as a table for people: identifiers, coordinates with all their digits, distances, and descriptions. */
export function findTable(features: readonly Feature[], { hasMore, width, paint }: TableView): string {
  if (features.length === 0) return `${paint.faint('No records')}\n`;
  const hasDistance = features.some(({ properties }) => properties.distance !== undefined);
  const rows = features.map(({ id, geometry, properties }) => {
    const [longitude, latitude] = geometry.coordinates;
    const place = [shortened(escapeHidden(id), 40), String(latitude), String(longitude)];
    return hasDistance ? [...place, distanceText(properties.distance ?? 0)] : place;
  });
  const titles = ['identifier', 'latitude', 'longitude', ...(hasDistance ? ['distance'] : [])];
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] as string).length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number),
      )
      .join(' '.repeat(gap));
  const used = widths.reduce((sum, column) => sum + column + gap, 0);
  const room = Math.max(width - used - 1, leastDescription);
  return [
    paint.faint(`${line(titles)}${' '.repeat(gap)}description`),
    ...rows.map((row, index) => {
      const description = features[index]?.properties.description;
      return `${line(row)}${' '.repeat(gap)}${description === undefined ? '' : shortened(printableLine(description), room)}`.trimEnd();
    }),
    paint.faint(`${countedRecords(features.length)}${hasMore ? '; there are more: see --limit' : ''}`),
    '',
  ].join('\n');
}

function distanceText(metres: number): string {
  const rounded = metres.toFixed(1);
  return Number(rounded) < 1000 ? `${rounded} m` : `${(metres / 1000).toFixed(2)} km`;
}

function shortened(line: string, length: number): string {
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}
