import type { LocationRequest } from '@location-records/core';
import { BodyUsedError, RequestAbortedError } from '../errors.ts';

/** A `Request` for the handler. Headers are computed only when the handler reads them. */
export class FetchRequest implements LocationRequest {
  readonly method: string;
  readonly target: string;
  readonly #request: Request;
  #isBodyAsked = false;

  constructor(request: Request) {
    this.method = request.method;
    this.target = targetOf(request.url);
    this.#request = request;
  }

  /**
   * `Headers` joins the lines of a repeated field with commas, so every field is one line. The `Headers` of
   * happy-dom keep the case of names.
   */
  get headers(): LocationRequest['headers'] {
    const headers: Record<string, readonly string[]> = Object.create(null);
    for (const [name, value] of this.#request.headers) headers[name.toLowerCase()] = [value];
    return headers;
  }

  get signal(): AbortSignal | undefined {
    return this.#request.signal;
  }

  body(maxBytes: number, hasEnough?: (chunk: Uint8Array) => boolean): Promise<Uint8Array> {
    this.#isBodyAsked = true;
    return readBody(this.#request, maxBytes, hasEnough);
  }

  /** Cancels a body that the handler did not read. The runtime drops it, or closes the connection. */
  cancelUnreadBody(): void {
    if (!this.#isBodyAsked) this.#request.body?.cancel().catch(() => {});
  }
}

/**
 * Returns what follows the origin: `/a?x` of `http://host/a?x`. The core normalises what the runtime did not.
 */
function targetOf(url: string): string {
  const origin = url.indexOf('://') + 3;
  const path = url.indexOf('/', origin);
  const query = url.indexOf('?', origin);
  return path === -1 || (query !== -1 && query < path) ? url : url.slice(path);
}

/**
 * Reads the first `maxBytes` bytes of a body, or fewer once `hasEnough` returns true, and leaves the rest to
 * the runtime.
 *
 * @throws {RequestAbortedError} if the client leaves.
 * @throws {BodyUsedError} if the body was read before, or is locked by a reader.
 */
async function readBody(
  request: Request,
  maxBytes: number,
  hasEnough: (chunk: Uint8Array) => boolean = () => false,
): Promise<Uint8Array> {
  const { body, bodyUsed } = request;
  if (bodyUsed || body?.locked) throw new BodyUsedError();
  if (body === null) return new Uint8Array();
  // In Firefox a `Request` has no stream of its body.
  if (body === undefined) return (await readWhole(request)).subarray(0, maxBytes);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await readChunk(reader);
    if (done) break;
    if (!ArrayBuffer.isView(value)) throw new TypeError('The request body has chunks that are not bytes.');
    chunks.push(value);
    length += value.length;
    if (length < maxBytes && !hasEnough(value)) continue;
    reader.cancel().catch(() => {});
    break;
  }
  return join(chunks, length).subarray(0, maxBytes);
}

async function readWhole(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw new RequestAbortedError({ cause });
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new RequestAbortedError({ cause });
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offset);
    offset += chunk.length;
  }
  return joined;
}
