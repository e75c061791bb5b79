import { nearestName } from '@location-records/core/adapter-kit';

/** The most likely of `names` for a mistyped or shortened `text`: the nearest one, or the only one that begins with it. */
export function meantName(text: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(text, names);
  const letters = lettersOf(text);
  if (nearest !== undefined || letters === '') return nearest;
  const longer = names.filter((name) => lettersOf(name).startsWith(letters));
  return longer.length === 1 ? longer[0] : undefined;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
