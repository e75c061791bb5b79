import { Buffer } from 'node:buffer';
import type { CaseRequest } from '../../http/service.ts';
import type { CheckedServer } from '../checked-server.ts';
import { grouped, isShowable, printfFormat, shellWord, writeBytes } from './write-bytes.ts';

/** The longest body that the command line contains directly. */
const maxInline = 1000;
/** From this size on, some versions of curl send `Expect: 100-continue` before the body. */
const expectThreshold = 1024;

/** The curl command that sends a request unchanged. */
export function curlLine(request: CaseRequest, { address, insecure, fields }: CheckedServer): string {
  const { method, target, headers = [], body } = request;
  const isPlain = /^\/[\w\-.~!$&'()*+,;=:@%/?"]*$/.test(target);
  const origin = address.url.slice(0, address.url.length - address.basePath.length);
  const bytes = body === undefined ? undefined : Buffer.from(body as Uint8Array);
  const words = [
    'curl -sS',
    method === 'HEAD' ? '--head' : '-i',
    ...(address.isSecure ? ['--http1.1'] : []),
    ...(address.isSecure && insecure ? ['--insecure'] : []),
    '--path-as-is',
    ...(method === 'HEAD' || (method === 'GET' && !bytes) ? [] : ['-X', shellWord(method)]),
    ...headers.flatMap((field) => ['-H', secretWord(fields.indexOf(field)) ?? headerWord(...field)]),
    ...(bytes ? removedFields(headers, bytes) : []),
  ];
  const url = isPlain
    ? [shellWord(origin + target)]
    : ['--request-target', wordOf(target), shellWord(`${origin}/`)];
  if (!bytes) return [...words, ...url].join(' ');
  const text = bytes.toString();
  const isInline =
    bytes.length <= maxInline && isShowable(text) && !text.startsWith('@') && Buffer.from(text).equals(bytes);
  const data = isInline ? shellWord(text) : '@-';
  const command = [...words, '--data-binary', data, ...url].join(' ');
  return isInline ? command : `${grouped(writeBytes(bytes))} | ${command}`;
}

/** curl adds a content type to a body, unless `-H 'Content-Type:'` removes it. */
function removedFields(headers: NonNullable<CaseRequest['headers']>, bytes: Uint8Array): readonly string[] {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...(isTyped ? [] : ['-H', 'Content-Type:']),
    ...(bytes.length >= expectThreshold ? ['-H', 'Expect:'] : []),
  ];
}

/** The shell variable that stands for a field which every request gets: `HEADER`, `HEADER2`, … */
function secretWord(index: number): string | undefined {
  return index < 0 ? undefined : `"$HEADER${index > 0 ? index + 1 : ''}"`;
}

/** A field as an argument of `-H`. For curl `Name:` removes a field, and `Name;` is an empty one. */
function headerWord(name: string, value: string): string {
  return wordOf(value === '' ? `${name};` : `${name}: ${value}`);
}

function wordOf(text: string): string {
  return isShowable(text) ? shellWord(text) : `"$(printf ${printfFormat(Buffer.from(text))})"`;
}
