import { Buffer } from 'node:buffer';
import type { CaseResponseHead } from '../http/service.ts';
import type { ByteQueue } from './byte-queue.ts';

/** Reads the status line and the fields of a response (RFC 9112 sections 4 and 5). */
export async function readHead(bytes: ByteQueue): Promise<CaseResponseHead> {
  const statusLine = await bytes.line();
  const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`Invalid status line: ${JSON.stringify(statusLine)}`);
  return { status: Number(status), headers: await readFields(bytes) };
}

/** Reads the body of a response to a request with this method (RFC 9112 section 6.3). */
export async function readBody(
  bytes: ByteQueue,
  { status, headers }: CaseResponseHead,
  method: string,
): Promise<Uint8Array> {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return new Uint8Array();
  if (headers['transfer-encoding']?.join().toLowerCase() === 'chunked') return readChunks(bytes);
  const [length, ...more] = headers['content-length'] ?? [];
  if (length === undefined) return bytes.untilEnd();
  if (more.length > 0 || !/^\d+$/.test(length)) throw new Error(`Invalid length: ${[length, ...more]}`);
  return bytes.take(Number(length));
}

async function readFields(bytes: ByteQueue): Promise<CaseResponseHead['headers']> {
  const fields: Record<string, string[]> = {};
  for (let line = await bytes.line(); line !== ''; line = await bytes.line()) {
    const [, name, value] = /^([^\s:]+):[\t ]*(.*?)[\t ]*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Invalid field: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    fields[key] = [...(fields[key] ?? []), value];
  }
  return fields;
}

async function readChunks(bytes: ByteQueue): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const line = await bytes.line();
    const size = chunkLength(line);
    if (size === undefined) throw new Error(`Invalid chunk size: ${JSON.stringify(line)}`);
    if (size === 0) break;
    chunks.push(await bytes.take(size));
    if ((await bytes.line()) !== '') throw new Error(`A chunk is longer than its size of ${size}.`);
  }
  await readFields(bytes);
  return Buffer.concat(chunks);
}

/**
 * Returns the length of a chunk by its size line, without extensions (RFC 9112 section 7.1.1); `undefined`
 * when it is not valid.
 */
export function chunkLength(line: string): number | undefined {
  const [, size] = /^([\da-f]{1,12})[ \t]*(;.*)?$/i.exec(line) ?? [];
  return size === undefined ? undefined : Number.parseInt(size, 16);
}
