import type { CheckedServer } from '../checked-server.ts';
import type { Sent } from '../sending/transcript.ts';
import { connectionLine } from './connection-line.ts';
import { curlLine } from './curl-line.ts';

const maxLines = 8;

/**
 * The lines for a POSIX shell that send again what a case sent. Of many the last ones are given, those about the
 * same record first of all; a comment tells how many are not.
 */
export function shellLines(all: readonly Sent[], server: CheckedServer): readonly string[] {
  const sent = all.filter((one) => one.kind === 'request' || one.steps.some(({ kind }) => kind === 'send'));
  const shown = sent.length > maxLines ? relatedTo(sent).slice(-maxLines) : sent;
  const lines = shown.map((one) =>
    one.kind === 'request' ? curlLine(one.request, server) : connectionLine(one.steps, server),
  );
  const missing = sent.length - shown.length;
  return missing > 0 ? [`# ${missing} others were sent before, or beside these`, ...lines] : lines;
}

/** What was sent to the same target as the last request. */
function relatedTo(sent: readonly Sent[]): readonly Sent[] {
  const last = sent.at(-1);
  if (last?.kind !== 'request') return sent;
  const same = sent.filter((one) => one.kind === 'request' && one.request.target === last.request.target);
  return same.length > 1 ? same : sent;
}
