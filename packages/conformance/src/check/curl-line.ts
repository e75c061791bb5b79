import { Buffer } from 'node:buffer';
import type { CaseRequest } from '../http/service.ts';
import type { ServerUrl } from './server-url.ts';

/** How a shell reaches the server. */
export interface ShellServer extends ServerUrl {
  /** Whether an untrusted certificate is accepted. */
  readonly insecure: boolean;
  /**
   * Fields that every request gets. Their values may be secret: commands have `$HEADER`, `$HEADER2`, …
   * instead.
   */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns the line for a POSIX shell that sends requests with one curl, one after the other, and shows the
 * last response.
 */
export function curlLine(requests: readonly CaseRequest[], server: ShellServer): string {
  const calls = requests.map((request, index) => {
    return curlWords(request, server, index === requests.length - 1).join(' ');
  });
  return `curl -sS ${calls.join(' --next ')}`;
}

/** From this size on, some versions of curl send `Expect: 100-continue` before the body. */
const expectThreshold = 1024;

function curlWords(
  { method, target, headers = [], body }: CaseRequest,
  { url, basePath, isSecure, insecure, fields }: ShellServer,
  isLast: boolean,
): readonly string[] {
  const origin = url.slice(0, url.length - basePath.length);
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // curl resolves dot segments, expands braces and ranges, and refuses what a URL cannot hold.
  const isUrl = /^\/[\w\-.~!$&'()*+,;=:@%/?]*(\[\d{5}-\d{5}\])?$/.test(target);
  return [
    ...(isLast ? [method === 'HEAD' ? '-I' : '-i'] : []),
    ...(isSecure ? ['--http1.1', ...(insecure ? ['-k'] : [])] : []),
    ...(isImplied || (method === 'HEAD' && isLast)
      ? []
      : method === 'HEAD'
        ? ['-I']
        : ['-X', shellWord(method)]),
    ...fields.flatMap((_, index) => ['-H', `"$HEADER${index > 0 ? index + 1 : ''}"`]),
    ...headers.flatMap(([name, value]) => ['-H', shellWord(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(body !== undefined && !isTyped ? ['-H', 'Content-Type:'] : []),
    ...(body !== undefined && body.length >= expectThreshold ? ['-H', 'Expect:'] : []),
    ...(body === undefined ? [] : [String(body).startsWith('@') ? '--data-raw' : '-d', shellWord(body)]),
    ...(/(^|\/)(\.|%2e)/i.test(target) ? ['--path-as-is'] : []),
    ...(isUrl
      ? [shellWord(origin + target)]
      : ['--request-target', shellWord(target), shellWord(`${origin}/`)]),
  ];
}

/** Controls, and characters that are invisible or reverse text. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Cn}\u{e000}-\u{f8ff}]/u;

/** The shortest run of a character that a word writes as a repetition. */
const minRun = 100;

/**
 * Returns a word for a POSIX shell. Bytes that cannot be shown are octal, and long runs of a character are
 * repetitions.
 */
export function shellWord(content: string | Uint8Array): string {
  const bytes = Buffer.from(content as Uint8Array);
  const text = bytes.toString();
  if (/^[\w@%+=:,./~-]+$/.test(text) && text.length < minRun) return text;
  const isShowable = Buffer.from(text).equals(bytes) && !hidden.test(text);
  if (!isShowable) return `"$(printf ${printfFormat(bytes)})"`;
  const runs = new RegExp(`(.)\\1{${minRun - 1},}`, 'gsu');
  const parts = quoted(text).replace(runs, (run, one: string) => {
    if (one === "'" || one === '\\') return run;
    // `tr` of GNU knows bytes alone.
    const replaced = one === ' ' ? '' : one < '\x80' ? ` | tr ' ' ${quoted(one)}` : ` | sed 's/ /${one}/g'`;
    return `'"$(printf %${[...run].length}s${replaced})"'`;
  });
  return parts.replace(/(?<=")''$/, '');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the `printf` format that writes these bytes in every shell. All but printable ASCII is octal. */
export function printfFormat(bytes: Uint8Array): string {
  const format = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/[^ -~]|'|^-/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `'${format}'`;
}

/** How long the command waits for more bytes, in seconds. */
const waitSeconds = 5;

/** Returns the line for a POSIX shell that sends bytes on one connection, and shows what comes back. */
export function rawLine(bytes: Uint8Array, { host, port, isSecure }: ServerUrl): string {
  const endpoint = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const client = isSecure
    ? `openssl s_client -quiet -no_ign_eof -connect ${shellWord(endpoint)}`
    : `nc -w ${waitSeconds} ${shellWord(host)} ${port}`;
  const printed = `printf ${printfFormat(bytes)}`;
  // openssl ends after its last input, so the response needs some time before that.
  return `${isSecure ? `{ ${printed}; sleep 1; }` : printed} | ${client}`;
}
