import { Buffer } from 'node:buffer';
import { byName } from '../http/in-process.ts';
import type { CaseResponseHead } from '../http/service.ts';
import type { ByteQueue } from './byte-queue.ts';
import { type Allowance, maxChunkLine, maxHead } from './limits.ts';

/** Reads the status line and the fields of a response (RFC 9112 sections 4 and 5). */
export async function readHead(bytes: ByteQueue): Promise<CaseResponseHead> {
  const nextLine = linesOf(bytes, 'The head of the response');
  const statusLine = await nextLine();
  const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`Invalid status line: ${quoted(statusLine)}`);
  return { status: Number(status), headers: await readFields(nextLine) };
}

/**
 * Reads the body of a response to a request with this method (RFC 9112 section 6.3).
 *
 * @throws {LimitError} (rejects) when it is longer than the allowance, before reading it if its length says
 * so.
 */
export async function readBody(
  bytes: ByteQueue,
  { status, headers }: CaseResponseHead,
  method: string,
  allowance: Allowance,
): Promise<Uint8Array> {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return new Uint8Array();
  const body = new Body(allowance);
  if (headers['transfer-encoding']?.join().toLowerCase() === 'chunked') {
    await readChunks(bytes, body);
    return body.bytes();
  }
  const [length, ...more] = headers['content-length'] ?? [];
  if (length === undefined) {
    await readRest(bytes, body);
    bytes.expectOrderlyEnd();
    return body.bytes();
  }
  if (more.length > 0 || !/^\d+$/.test(length))
    throw new Error(`Invalid length: ${cut([length, ...more].join(','))}`);
  await readExactly(bytes, Number(length), body);
  return body.bytes();
}

/** Reads all bytes until the end of the connection. */
export async function readToEnd(bytes: ByteQueue, allowance: Allowance): Promise<Uint8Array> {
  const body = new Body(allowance);
  await readRest(bytes, body);
  return body.bytes();
}

/** A body that grows. Its pieces are copied, since each of a million small ones would keep its own buffer. */
class Body {
  readonly allowance: Allowance;
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(allowance: Allowance) {
    this.allowance = allowance;
  }

  add(piece: Buffer): void {
    this.allowance.take(piece.length);
    const length = this.#length + piece.length;
    // Most bodies arrive in one piece.
    if (this.#length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) this.#bytes = Buffer.concat([this.bytes()], 2 * length);
      piece.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

async function readExactly(bytes: ByteQueue, count: number, body: Body): Promise<void> {
  body.allowance.expect(count);
  for (let left = count; left > 0; ) {
    const piece = await bytes.some(left);
    body.add(piece);
    left -= piece.length;
  }
}

async function readRest(bytes: ByteQueue, body: Body): Promise<void> {
  for (let piece = await bytes.someUntilEnd(); piece; piece = await bytes.someUntilEnd()) body.add(piece);
}

/** Returns a function that reads the next line of a section, which must not be longer than a head. */
function linesOf(bytes: ByteQueue, what: string): () => Promise<string> {
  let left = maxHead;
  return async () => {
    const line = await bytes.line(left, what);
    left -= line.length + 1;
    return line;
  };
}

async function readFields(nextLine: () => Promise<string>): Promise<CaseResponseHead['headers']> {
  const fields: (readonly [name: string, value: string])[] = [];
  for (let line = await nextLine(); line !== ''; line = await nextLine()) {
    const name = line.slice(0, Math.max(0, line.indexOf(':')));
    if (name === '' || /\s/.test(name)) throw new Error(`Invalid field: ${quoted(line)}`);
    fields.push([name, withoutBlanks(line.slice(name.length + 1))]);
  }
  return byName(fields);
}

/** Removes spaces and tabs at both ends. A regular expression would take the square of their number. */
function withoutBlanks(text: string): string {
  const isBlank = (index: number) => text[index] === ' ' || text[index] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

async function readChunks(bytes: ByteQueue, body: Body): Promise<void> {
  for (;;) {
    const line = await bytes.line(maxChunkLine, 'The size line of a chunk');
    const size = chunkLength(line);
    if (size === undefined) throw new Error(`Invalid chunk size: ${quoted(line)}`);
    if (size === 0) break;
    await readExactly(bytes, size, body);
    if ((await bytes.line(maxChunkLine, 'The end of a chunk')) !== '')
      throw new Error(`A chunk is longer than its size of ${size}.`);
  }
  await readFields(linesOf(bytes, 'The trailer section'));
}

/**
 * Returns the length of a chunk by its size line, without extensions (RFC 9112 section 7.1.1); `undefined`
 * when it is not valid.
 */
export function chunkLength(line: string): number | undefined {
  const [, size] = /^([\da-f]{1,12})[ \t]*(;.*)?$/i.exec(line) ?? [];
  return size === undefined ? undefined : Number.parseInt(size, 16);
}

function quoted(line: string): string {
  return JSON.stringify(cut(line));
}

/** The longest text of a server in a message, in characters. */
const maxText = 100;

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
