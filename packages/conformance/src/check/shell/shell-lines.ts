import { Buffer } from 'node:buffer';
import type { CheckedServer } from '../checked-server.ts';
import type { ConnectionStep, Sent } from '../sending/transcript.ts';
import { curlLine } from './curl-line.ts';
import { grouped, repeated, shellWord, writeBytes } from './write-bytes.ts';

const maxLines = 8;

/**
 * POSIX shell commands that send again what a case sent. Of many only the last ones are returned, if possible on the
 * target of the last request. A comment then has the number of the others. Requests that the case sent at the same time
 * are sent in the background, with `wait` behind them.
 */
export function shellLines(all: readonly Sent[], server: CheckedServer): readonly string[] {
  const sent = all.filter((one) => one.kind === 'request' || one.steps.some(({ kind }) => kind === 'send'));
  const shown = sent.length > maxLines ? relatedTo(sent).slice(-maxLines) : sent;
  const lines = shown.flatMap((one, index) => {
    const line = one.kind === 'request' ? curlLine(one.request, server) : connectionLine(one.steps, server);
    if (isBeside(shown[index + 1])) return [`${line} &`];
    return isBeside(one) ? [`${line} &`, 'wait'] : [line];
  });
  const missing = sent.length - shown.length;
  const isIncomplete = server.fields.length > 0 && shown.some(({ kind }) => kind === 'connection');
  return [
    ...(missing > 0 ? [`# ${missing} others were sent before or between these`] : []),
    ...(isIncomplete ? ['# without the fields that every request of the check gets'] : []),
    ...lines,
  ];
}

/** Whether it is sent without waiting for the response to the one before it. */
function isBeside(sent: Sent | undefined): boolean {
  return sent?.kind === 'request' && sent.isBeside === true;
}

/** The requests with the target of the last request; everything when there are no others. */
function relatedTo(sent: readonly Sent[]): readonly Sent[] {
  const last = sent.at(-1);
  if (last?.kind !== 'request') return sent;
  const same = sent.filter((one) => one.kind === 'request' && one.request.target === last.request.target);
  return same.length > 1 ? same : sent;
}

/** How long the command waits for more bytes, in seconds. */
const timeoutSeconds = 5;

/** The command that sends the bytes of a connection, and waits where the case waited for a response. */
export function connectionLine(steps: readonly ConnectionStep[], server: CheckedServer): string {
  const isEnded = steps.some(({ kind }) => kind === 'end');
  const last = steps.findLastIndex(({ kind }) => kind === 'send');
  const commands = joined(steps.slice(0, last + 1)).flatMap((step) => {
    if (step.kind !== 'send') return ['sleep 1'];
    const once = writeBytes(Buffer.from(step.bytes as Uint8Array));
    return step.times === 1 ? once : [repeated(once, step.times)];
  });
  // openssl ends after its last input, so the response needs some time before that.
  if (server.address.isSecure) commands.push('sleep 1');
  return `${grouped(commands)} | ${clientCommand(server, isEnded)}`;
}

/** Joins successive small sends, and drops waits that do not follow a send. */
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

function clientCommand({ address: { host, port, isSecure } }: CheckedServer, isEnded: boolean): string {
  if (!isSecure) return `nc ${isEnded ? '-N ' : ''}-w ${timeoutSeconds} ${shellWord(host)} ${port}`;
  const endpoint = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return `openssl s_client -quiet -no_ign_eof -connect ${shellWord(endpoint)}`;
}
