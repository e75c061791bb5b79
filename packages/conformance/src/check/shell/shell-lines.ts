import { Buffer } from 'node:buffer';
import type { CheckedServer } from '../checked-server.ts';
import type { ConnectionStep, Sent } from '../sending/transcript.ts';
import { curlLine } from './curl-line.ts';
import { grouped, repeated, shellWord, writeBytes } from './write-bytes.ts';

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

/** How many seconds the line waits when nothing comes any more. */
const patience = 5;

/** The command line that writes the bytes of a connection, and waits where the case waited for a response. */
export function connectionLine(steps: readonly ConnectionStep[], server: CheckedServer): string {
  const isEnded = steps.some(({ kind }) => kind === 'end');
  const last = steps.findLastIndex(({ kind }) => kind === 'send');
  const commands = joined(steps.slice(0, last + 1)).flatMap((step) => {
    if (step.kind !== 'send') return ['sleep 1'];
    const once = writeBytes(Buffer.from(step.bytes as Uint8Array));
    return step.times === 1 ? once : [repeated(once, step.times)];
  });
  // openssl ends at the end of what it is to send, so that the response needs some time before.
  if (server.address.isSecure) commands.push('sleep 1');
  return `${grouped(commands)} | ${clientOf(server, isEnded)}`;
}

/** Steps of which small ones that follow one another are one. */
function joined(steps: readonly ConnectionStep[]): readonly ConnectionStep[] {
  const result: ConnectionStep[] = [];
  for (const step of steps) {
    const before = result.at(-1);
    if (step.kind === 'send' && before?.kind === 'send' && isSmall(step) && isSmall(before)) {
      result[result.length - 1] = { kind: 'send', bytes: Buffer.concat([all(before), all(step)]), times: 1 };
    } else if (step.kind !== 'wait' || before?.kind === 'send') {
      result.push(step);
    }
  }
  return result;
}

function isSmall({ bytes, times }: ConnectionStep & { readonly kind: 'send' }): boolean {
  return bytes.length * times < 2000;
}

function all({ bytes, times }: ConnectionStep & { readonly kind: 'send' }): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => Buffer.from(bytes as Uint8Array)));
}

function clientOf({ address: { host, port, isSecure } }: CheckedServer, isEnded: boolean): string {
  if (!isSecure) return `nc ${isEnded ? '-N ' : ''}-w ${patience} ${shellWord(host)} ${port}`;
  const place = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return `openssl s_client -quiet -no_ign_eof -connect ${shellWord(place)}`;
}
