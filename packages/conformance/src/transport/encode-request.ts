import { Buffer } from 'node:buffer';
import type { CaseRequest } from '../http/service.ts';

/** Where a server is, as `Host` has it (RFC 9110 section 7.2). */
export function authorityOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The bytes of a request; `Host` and, with a body, `Content-Length` are added. */
export function encodeRequest(
  authority: string,
  { method, target, headers = [], body }: CaseRequest,
): Uint8Array {
  const content = Buffer.from(body ?? '');
  const fields: (readonly [string, string])[] = [
    ['Host', authority],
    ...headers,
    ...(body === undefined ? [] : [['Content-Length', String(content.length)] as const]),
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`), content]);
}
