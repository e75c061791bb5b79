import type { JournalEntry } from './journal-entry.ts';

/** An entry as one short line: `PUT /a 404`, `GET / 200 broken`, `POST /a pending`. */
export function entryLine({ request, response, outcome }: JournalEntry): string {
  const parts: (string | number)[] = [request.method, request.target];
  if (response) parts.push(response.status);
  if (outcome !== 'answered') parts.push(outcome);
  return parts.join(' ');
}

/** With all that one wants to know when it is not what one has expected. */
export function explainedLine(entry: JournalEntry): string {
  const { explanation, faults, request } = entry;
  const body = request.body === undefined ? '' : `, body ${shorten(JSON.stringify(request.body))}`;
  const why = explanation ? ` – ${explanation.clause}: ${explanation.reason}` : '';
  const met = faults.length > 0 ? ` – met ${faults.join(', ')}` : '';
  return `${entryLine(entry)}${body}${why}${met}`;
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;
}
