import type { CheckReport } from '@location-records/conformance/node';

/** How many identifiers are named. */
const maxNamed = 20;

/** What else there is to know: what was left aside, left out, and left behind, and why. */
export function notesText({ aside, cases, cleaning, stopped }: CheckReport): string {
  return [
    ...(stopped === undefined ? [] : [`The run ended early. ${stopped}`]),
    ...asideNotes(aside),
    ...leftOutNotes(cases),
    ...cleaningNotes(cleaning),
  ].join('\n');
}

function asideNotes(aside: CheckReport['aside']): readonly string[] {
  if (aside.length === 0) return [];
  const lines = aside.map(({ matter, shownBy }) => `  ${matter} (${shownBy.join(', ')})`);
  return ['These do not hold, and were left aside in all other cases:', ...lines];
}

function leftOutNotes(cases: CheckReport['cases']): readonly string[] {
  const counts = new Map<string, number>();
  for (const { reason } of cases) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  if (counts.size === 0) return [];
  const lines = [...counts].map(([reason, count]) => `  ${String(count).padStart(3)}  ${reason}`);
  return ['Left out:', ...lines];
}

function cleaningNotes({ left, unknown, isCertain }: CheckReport['cleaning']): readonly string[] {
  return [
    ...(left.length > 0 ? [`These records of the check could not be removed: ${named(left)}`] : []),
    ...(unknown.length > 0 ? [`These records came meanwhile, and were left alone: ${named(unknown)}`] : []),
    ...(isCertain ? [] : ['The list could not be read, so that records of the check may be left.']),
  ];
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, maxNamed).map((id) => JSON.stringify(id));
  return shown.join(', ') + (ids.length > maxNamed ? `, and ${ids.length - maxNamed} more` : '');
}
