import { recordUrl } from '../api.ts';
import { escapeUnprintable } from '../shown-text.ts';
import type { Change } from './change.ts';

/**
 * Returns the request of a change as a command for a POSIX shell, safe to paste with any identifier.
 */
export function toCurl(service: URL, { id, before, after }: Change): string {
  const { href } = recordUrl(service, id);
  // Curl takes brackets and braces for patterns.
  const pattern = /[[\]{}]/.test(href) ? ['--globoff'] : [];
  if (!after) return ['curl', ...pattern, '-X', 'DELETE', quote(href)].join(' ');
  const method = before ? 'PUT' : 'POST';
  // In JSON, an escape means the character; a terminal would obey the character itself.
  const json = escapeUnprintable(JSON.stringify(after));
  const body = ['-H', quote('Content-Type: application/json'), '--data-binary', quote(json)];
  return ['curl', ...pattern, '-X', method, quote(href), ...body].join(' ');
}

/** Between single quotes a shell takes everything as it is, except for a single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
