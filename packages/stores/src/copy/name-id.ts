import { oneLine } from '../output/printable-text.ts';

const longest = 60;

/** An identifier in quotes, of which a long one loses its end. */
export function nameId(id: string): string {
  const shown = id.length > longest ? `${id.slice(0, longest).toWellFormed()}…` : id;
  return oneLine(JSON.stringify(shown));
}
